// Drives the client that openapi-generator generates with the library `restclient`, of Spring.
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;
import org.springframework.web.client.RestClientResponseException;

public class Driver extends Harness {
  // Without this setting, every field that is not set is sent as null.
  static {
    models = ApiClient.createDefaultMapper(null).setDefaultPropertyInclusion(Include.NON_NULL);
  }

  @Override
  PaymentsApi open(String url, String token) {
    var client = new ApiClient(models, ApiClient.createDefaultDateFormat());
    client.setBasePath(url);
    client.setBearerToken(token);
    return new PaymentsApi(client);
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof RestClientResponseException refused ? new Refusal(refused.getStatusCode().value(), refused.getResponseBodyAsString()) : null;
  }
}
