package io.hamstring.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** How a client proves to the brokers who it is. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "self.type == 'tls' ? has(self.certificateAndKey) : "
            + "(has(self.username) && has(self.passwordSecret))",
    message =
        "type tls needs certificateAndKey; plain and scram need " + "username and passwordSecret")
public class AuthenticationSpec {

  @JsonPropertyDescription(
      "The mechanism: tls (client certificate), plain, scram-sha-256 or " + "scram-sha-512.")
  @Required
  private AuthenticationType type;

  @JsonPropertyDescription("User name; for plain and scram only.")
  @Size(min = 1, max = 253)
  private String username;

  @JsonPropertyDescription(
      "Where the password stands, such as the key password of the Secret that Strimzi writes for "
          + "a KafkaUser; for plain and scram only. A line break at its end is left off.")
  private PasswordSource passwordSecret;

  @JsonPropertyDescription(
      "Where the client certificate and its key stand, such as the keys user.crt and user.key of "
          + "the Secret that Strimzi writes for a KafkaUser; for tls only.")
  private KeyPairSource certificateAndKey;

  public AuthenticationType getType() {
    return type;
  }

  public void setType(AuthenticationType type) {
    this.type = type;
  }

  public String getUsername() {
    return username;
  }

  public void setUsername(String username) {
    this.username = username;
  }

  public PasswordSource getPasswordSecret() {
    return passwordSecret;
  }

  public void setPasswordSecret(PasswordSource passwordSecret) {
    this.passwordSecret = passwordSecret;
  }

  public KeyPairSource getCertificateAndKey() {
    return certificateAndKey;
  }

  public void setCertificateAndKey(KeyPairSource certificateAndKey) {
    this.certificateAndKey = certificateAndKey;
  }
}
