// Drives the client that openapi-generator generates with `java-micronaut-client`.
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micronaut.context.ApplicationContext;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import java.util.Map;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.PaymentInvoice;
import reactor.core.publisher.Mono;

public class Driver extends Harness {
  static {
    models = ApplicationContext.run().getBean(ObjectMapper.class);
  }

  @Override
  PaymentsApi open(String url, String token) {
    return ApplicationContext.run(Map.of("openapi-micronaut-client-base-path", url, "token", token)).getBean(PaymentsApi.class);
  }

  @Override
  PaymentInvoice resultOf(Object called) {
    return (PaymentInvoice) ((Mono<?>) called).block();
  }

  @Override
  Refusal refusalIn(Exception error) {
    if (!(error instanceof HttpClientResponseException refused)) return null;
    return new Refusal(refused.getStatus().getCode(), refused.getResponse().getBody(String.class).orElse(""));
  }
}
