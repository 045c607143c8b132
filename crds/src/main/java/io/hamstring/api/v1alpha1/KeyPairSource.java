package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A certificate and its private key in a Secret of the pipeline's namespace. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KeyPairSource {

  @JsonPropertyDescription("Name of the Secret, in the namespace of the pipeline.")
  @Required
  @Pattern(Syntax.OBJECT_NAME)
  @Size(min = 1, max = 253)
  private String secretName;

  @JsonPropertyDescription(
      "Key in the Secret under which the PEM certificate chain stands, " + "such as tls.crt.")
  @Required
  @Pattern(Syntax.SECRET_KEY)
  @Size(min = 1, max = 253)
  private String certificate;

  @JsonPropertyDescription(
      "Key in the Secret under which the private key stands, such as tls.key: PEM, PKCS#8, "
          + "without a password. For cert-manager set privateKey.encoding to PKCS8.")
  @Required
  @Pattern(Syntax.SECRET_KEY)
  @Size(min = 1, max = 253)
  private String key;

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

  public String getKey() {
    return key;
  }

  public void setKey(String key) {
    this.key = key;
  }
}
