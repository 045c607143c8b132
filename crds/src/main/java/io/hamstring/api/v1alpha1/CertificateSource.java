package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A certificate in a Secret of the pipeline's namespace. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class CertificateSource {

  @JsonPropertyDescription("Name of the Secret, in the namespace of the pipeline.")
  @Required
  @Pattern(Syntax.OBJECT_NAME)
  @Size(min = 1, max = 253)
  private String secretName;

  @JsonPropertyDescription(
      "Key in the Secret under which one or more PEM certificates stand, such as ca.crt.")
  @Required
  @Pattern(Syntax.SECRET_KEY)
  @Size(min = 1, max = 253)
  private String certificate;

  public String getSecretName() {
    return secretName;
  }

  public void setSecretName(String secretName) {
    this.secretName = secretName;
  }

  public String getCertificate() {
    return certificate;
  }

  public void setCertificate(String certificate) {
    this.certificate = certificate;
  }
}
