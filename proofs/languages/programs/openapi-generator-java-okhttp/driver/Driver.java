// Drives the client that openapi-generator generates with its default library, okhttp-gson.
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.PaymentsApi;

public class Driver extends Harness {
  @Override
  PaymentsApi open(String url, String token) {
    var client = new ApiClient();
    client.setBasePath(url);
    client.setBearerToken(token);
    return new PaymentsApi(client);
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof ApiException refused ? new Refusal(refused.getCode(), refused.getResponseBody()) : null;
  }

  @Override
  <T> T read(String text, Class<T> model) {
    return JSON.getGson().fromJson(text, model);
  }
}
