// Drives the client that openapi-generator generates with the library `feign`.
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.ObjectMapper;
import feign.FeignException;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;

public class Driver extends Harness {
  static final ObjectMapper models = new ApiClient().getObjectMapper();

  public static void main(String[] args) throws Exception {
    new Driver().serve();
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

  @Override
  <T> T read(String text, Class<T> model) throws Exception {
    return models.readValue(text, model);
  }
}
