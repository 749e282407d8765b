// Drives the client that openapi-generator generates with the library `webclient`, of Spring.
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.PaymentInvoice;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;

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
  PaymentInvoice resultOf(Object called) {
    return (PaymentInvoice) ((Mono<?>) called).block();
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof WebClientResponseException refused ? new Refusal(refused.getStatusCode().value(), refused.getResponseBodyAsString()) : null;
  }
}
