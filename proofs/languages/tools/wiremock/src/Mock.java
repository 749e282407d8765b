// Serves openapi-generator's stubs for WireMock, each of which matches one request and returns its sample response.
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.openapitools.mockserver.api.PaymentsApiMockServer.*;

import com.github.tomakehurst.wiremock.WireMockServer;

public class Mock {
  public static void main(String[] arguments) {
    var server = new WireMockServer(wireMockConfig().port(Integer.parseInt(arguments[0])).bindAddress("127.0.0.1"));
    var create = "{\"cashTag\":\"$coffeeshop\",\"amount\":12.5}";
    var wrong = "{\"cashTag\":\"$coffeeshop\",\"amount\":\"12.5\"}";
    var submit = "{\"invoiceId\":\"inv_1\",\"webReceipt\":\"r\"}";
    var fetch = "{\"invoiceId\":\"inv_1\"}";
    server.stubFor(stubCreatePayment200(create, null, "req_1", "no-store", "x", "x", "false", createPayment200ResponseSample1()));
    server.stubFor(stubCreatePayment422(wrong, null, "req_1", "no-store", createPayment422ResponseSample8()));
    server.stubFor(stubSubmitReceipt200(submit, "req_1", "no-store", "x", "x", submitReceipt200ResponseSample1()));
    server.stubFor(stubFetchPayment200(fetch, "req_1", "no-store", "x", "x", fetchPayment200ResponseSample1()));
    server.start();
  }
}
