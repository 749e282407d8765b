// Drives the client that openapi-generator generates: reads one JSON command per line and writes one JSON reply per line.
#include <CppRestOpenAPIClient/ApiClient.h>
#include <CppRestOpenAPIClient/ApiException.h>
#include <CppRestOpenAPIClient/api/PaymentsApi.h>
#include <CppRestOpenAPIClient/model/InvoiceEvent.h>
#include <CppRestOpenAPIClient/model/Problem.h>
#include <charconv>
#include <iostream>
#include <iterator>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

using namespace org::openapitools::client::api;
using namespace org::openapitools::client::model;
using web::json::value;

static std::string text(const value &object, const std::string &name) {
    return object.has_string_field(name) ? object.at(name).as_string() : "";
}

static value write(double amount) {
    char digits[32];
    return value(std::string(digits, std::to_chars(digits, digits + 32, amount).ptr));
}

static value write(const utility::datetime &at) {
    // The client counts from 1601, in units of 100 ns.
    return value(static_cast<double>(at.to_interval() / 10000 - 11644473600000));
}

static value show(const PaymentInvoice &invoice) {
    value shown;
    shown["id"] = value(invoice.getId());
    shown["paymentUrl"] = value(invoice.getPaymentUrl());
    shown["cashTag"] = value(invoice.getCashTag());
    shown["note"] = value(invoice.getNote());
    shown["amount"] = write(invoice.getAmount());
    shown["isWhiteLabel"] = value(invoice.isIsWhiteLabel());
    shown["receiptId"] = invoice.receiptIdIsSet() ? value(invoice.getReceiptId()) : value::null();
    shown["paidAmount"] = invoice.paidAmountIsSet() ? write(invoice.getPaidAmount()) : value::null();
    shown["status"] = invoice.getStatus()->toJson();
    shown["returnUrl"] = invoice.returnUrlIsSet() ? value(invoice.getReturnUrl()) : value::null();
    shown["expiresAt"] = write(invoice.getExpiresAt());
    shown["createdAt"] = write(invoice.getCreatedAt());
    return shown;
}

static value show_failure(const value &status, const std::string &kind, const std::string &message) {
    value reply;
    reply["failure"]["status"] = status;
    reply["failure"]["kind"] = value(kind);
    reply["failure"]["message"] = value(message);
    return reply;
}

/// The client throws an exception for a refusal. Its body is a stream.
static value show_refusal(const ApiException &error) {
    value status(error.error_code().value());
    std::string body;
    if (auto content = error.getContent()) body.assign(std::istreambuf_iterator<char>(*content), {});
    Problem problem;
    try {
        problem.fromJson(value::parse(body));
    } catch (const web::json::json_exception &) {
        return show_failure(status, "no problem", body);
    }
    value reply;
    reply["problem"]["status"] = status;
    reply["problem"]["code"] = problem.codeIsSet() ? value(problem.getCode()) : value::null();
    value items = value::array();
    if (problem.errorsIsSet())
        for (const auto &item : problem.getErrors()) items[items.size()] = value(item->getCode());
    reply["problem"]["items"] = items;
    return reply;
}

static std::shared_ptr<PaymentInvoice> call(const PaymentsApi &api, const value &order) {
    const value &sent = order.at("body");
    const std::string op = text(order, "op");
    if (op == "fetch") {
        auto request = std::make_shared<FetchPaymentRequest>();
        request->setInvoiceId(text(sent, "invoiceId"));
        return api.fetchPayment(request).get();
    }
    if (op == "submit") {
        auto request = std::make_shared<SubmitReceiptRequest>();
        request->setInvoiceId(text(sent, "invoiceId"));
        request->setWebReceipt(text(sent, "webReceipt"));
        return api.submitReceipt(request).get();
    }
    auto request = std::make_shared<CreatePaymentRequest>();
    request->setCashTag(text(sent, "cashTag"));
    request->setAmount(std::stod(text(sent, "amount")));
    if (sent.has_field("isWhiteLabel")) request->setIsWhiteLabel(sent.at("isWhiteLabel").as_bool());
    if (sent.has_field("callbackUrl")) request->setCallbackUrl(text(sent, "callbackUrl"));
    if (sent.has_field("returnUrl")) request->setReturnUrl(text(sent, "returnUrl"));
    boost::optional<std::string> key;
    if (order.has_field("key")) key = text(order, "key");
    return api.createPayment(request, key).get();
}

/// Verifies as Standard Webhooks specifies, because Standard Webhooks has no library for C++.
static bool is_genuine(const value &order) {
    const value &headers = order.at("headers");
    const std::string secret = text(order, "secret").substr(6);
    const auto key = utility::conversions::from_base64(secret);
    const std::string signed_text =
        text(headers, "webhook-id") + "." + text(headers, "webhook-timestamp") + "." + text(order, "payload");
    std::vector<unsigned char> mac(32);
    HMAC(EVP_sha256(), key.data(), key.size(), reinterpret_cast<const unsigned char *>(signed_text.data()), signed_text.size(),
         mac.data(), nullptr);
    const std::string expected = "v1," + utility::conversions::to_base64(mac), sent = text(headers, "webhook-signature");
    return sent.size() == expected.size() && CRYPTO_memcmp(sent.data(), expected.data(), sent.size()) == 0;
}

static value read_event(const value &order) {
    if (!is_genuine(order)) return show_failure(value::null(), "signature", "forged");
    InvoiceEvent event;
    event.fromJson(value::parse(text(order, "payload")));
    value reply;
    reply["event"]["type"] = value(event.getType());
    reply["event"]["sequence"] = value(event.getSequence());
    reply["event"]["invoice"] = show(*event.getData());
    return reply;
}

static value carry_out(const value &order) {
    if (text(order, "op") == "event") return read_event(order);
    auto configuration = std::make_shared<ApiConfiguration>();
    configuration->setBaseUrl(text(order, "url"));
    configuration->getDefaultHeaders()["Authorization"] = "Bearer " + text(order, "token");
    const PaymentsApi api(std::make_shared<ApiClient>(configuration));
    value reply;
    try {
        reply["invoice"] = show(*call(api, order));
    } catch (const ApiException &error) {
        return show_refusal(error);
    } catch (const std::exception &error) {
        return show_failure(value::null(), "exception", error.what());
    }
    return reply;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) std::cout << carry_out(value::parse(line)).serialize() << std::endl;
}
