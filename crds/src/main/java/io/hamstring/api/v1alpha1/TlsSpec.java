package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** How the brokers prove who they are. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public class TlsSpec {

  @JsonPropertyDescription(
      "Certificates that sign the brokers' certificates. Left out, the "
          + "certificate authorities that Java trusts by default count.")
  @Size(max = 16)
  private List<CertificateSource> trustedCertificates;

  public List<CertificateSource> getTrustedCertificates() {
    return trustedCertificates;
  }

  public void setTrustedCertificates(List<CertificateSource> trustedCertificates) {
    this.trustedCertificates = trustedCertificates;
  }
}
