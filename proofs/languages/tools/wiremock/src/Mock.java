// Serves openapi-generator's stubs for WireMock, each of which matches one request and returns its sample response.
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.openapitools.mockserver.api.PaymentsApiMockServer.*;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.util.Arrays;
import org.openapitools.mockserver.api.PaymentsApiMockServer;

public class Mock {
  public static void main(String[] arguments) throws ReflectiveOperationException {
    var server = new WireMockServer(wireMockConfig().port(Integer.parseInt(arguments[0])).bindAddress("127.0.0.1"));
    var create = "{\"cashTag\":\"$coffeeshop\",\"amount\":12.5}";
    var wrong = "{\"cashTag\":\"$coffeeshop\",\"amount\":\"12.5\"}";
    var submit = "{\"invoiceId\":\"inv_1\",\"webReceipt\":\"r\"}";
    var fetch = "{\"invoiceId\":\"inv_1\"}";
    server.stubFor(stubCreatePayment200(create, null, "req_1", "no-store", "x", "x", "false", sample("createPayment200")));
    server.stubFor(stubCreatePayment422(wrong, null, "req_1", "no-store", sample("createPayment422")));
    server.stubFor(stubSubmitReceipt200(submit, "req_1", "no-store", "x", "x", sample("submitReceipt200")));
    server.stubFor(stubFetchPayment200(fetch, "req_1", "no-store", "x", "x", sample("fetchPayment200")));
    server.start();
  }

  /** Returns a sample response. The number at the end of its method's name changes if another status is documented. */
  private static String sample(String response) throws ReflectiveOperationException {
    var name = response + "ResponseSample";
    var methods = Arrays.stream(PaymentsApiMockServer.class.getMethods());
    return (String) methods.filter(method -> method.getName().startsWith(name)).findFirst().orElseThrow().invoke(null);
  }
}
