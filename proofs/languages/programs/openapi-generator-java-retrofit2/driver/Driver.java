// Drives the client that openapi-generator generates with the library `retrofit2`.
import java.io.IOException;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.PaymentInvoice;
import retrofit2.Call;
import retrofit2.HttpException;

public class Driver extends Harness {
  @Override
  PaymentsApi open(String url, String token) {
    var client = new ApiClient("bearerAuth").setBearerToken(token);
    client.getAdapterBuilder().baseUrl(url + "/");
    return client.createService(PaymentsApi.class);
  }

  @Override
  PaymentInvoice resultOf(Object called) throws IOException {
    var response = ((Call<?>) called).execute();
    if (!response.isSuccessful()) throw new HttpException(response);
    return (PaymentInvoice) response.body();
  }

  @Override
  Refusal refusalIn(Exception error) throws IOException {
    return error instanceof HttpException refused ? new Refusal(refused.code(), refused.response().errorBody().string()) : null;
  }

  @Override
  <T> T read(String text, Class<T> model) {
    return new JSON().getGson().fromJson(text, model);
  }
}
