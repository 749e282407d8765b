// Drives the client that openapi-generator generates with the library `feign`.
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import feign.FeignException;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;

public class Driver extends Harness {
  static {
    models = new ApiClient().getObjectMapper();
  }

  @Override
  PaymentsApi open(String url, String token) {
    var client = new ApiClient("bearerAuth");
    // Otherwise every field that is not set is sent as null.
    client.getObjectMapper().setDefaultPropertyInclusion(Include.NON_NULL);
    client.setBasePath(url);
    client.setBearerToken(token);
    return client.buildClient(PaymentsApi.class);
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof FeignException refused ? new Refusal(refused.status(), refused.contentUTF8()) : null;
  }
}
