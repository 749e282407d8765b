// Drives the client that openapi-generator generates: reads one JSON command per line and writes one JSON reply per line.
#define _GNU_SOURCE
#include <math.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "client/api/PaymentsAPI.h"
#include "client/model/invoice_event.h"
#include "client/model/problem.h"

static char *body;

// Keeps the body of a refusal, which the client itself drops. The client calls this function for each part of a body.
static void keep_body(void **data, long *length) {
    free(body);
    body = strndup(*data, *length);
}

static char *text(const cJSON *object, const char *name) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(found) ? found->valuestring : NULL;
}

static void put(cJSON *object, const char *name, const char *value) {
    cJSON_AddItemToObject(object, name, value ? cJSON_CreateString(value) : cJSON_CreateNull());
}

static void put_amount(cJSON *object, const char *name, const double *amount) {
    char digits[40];
    if (!amount) return put(object, name, NULL);
    snprintf(digits, sizeof digits, "%.15g", *amount);
    if (strtod(digits, NULL) != *amount) snprintf(digits, sizeof digits, "%.17g", *amount);
    put(object, name, digits);
}

// The client returns times as text.
static void put_time(cJSON *object, const char *name, const char *written) {
    struct tm at = {0};
    char *rest = strptime(written, "%Y-%m-%dT%H:%M:%S", &at);
    double fraction = *rest == '.' ? strtod(rest, &rest) : 0;
    int hours = 0, minutes = 0;
    if (*rest != 'Z') sscanf(rest, "%3d:%2d", &hours, &minutes);
    double zone = hours * 3600 + (*rest == '-' ? -minutes : minutes) * 60;
    cJSON_AddNumberToObject(object, name, floor((timegm(&at) - zone) * 1000.0 + fraction * 1000));
}

static cJSON *show(const payment_invoice_t *invoice) {
    cJSON *shown = cJSON_CreateObject();
    put(shown, "id", invoice->id);
    put(shown, "paymentUrl", invoice->payment_url);
    put(shown, "cashTag", invoice->cash_tag);
    put(shown, "note", invoice->note);
    put_amount(shown, "amount", invoice->amount);
    cJSON_AddBoolToObject(shown, "isWhiteLabel", *invoice->is_white_label);
    put(shown, "receiptId", invoice->receipt_id);
    put_amount(shown, "paidAmount", invoice->paid_amount);
    put(shown, "status", payment_invoice_status_ToString(invoice->status));
    put(shown, "returnUrl", invoice->return_url);
    put_time(shown, "expiresAt", invoice->expires_at);
    put_time(shown, "createdAt", invoice->created_at);
    return shown;
}

static cJSON *show_failure(cJSON *status, const char *kind, const char *message) {
    cJSON *reply = cJSON_CreateObject();
    cJSON *failure = cJSON_AddObjectToObject(reply, "failure");
    cJSON_AddItemToObject(failure, "status", status);
    put(failure, "kind", kind);
    put(failure, "message", message);
    return reply;
}

static cJSON *show_refusal(long status) {
    cJSON *json = cJSON_Parse(body ? body : "");
    problem_t *problem = json ? problem_parseFromJSON(json) : NULL;
    cJSON_Delete(json);
    cJSON *number = status ? cJSON_CreateNumber(status) : cJSON_CreateNull();
    if (!problem) return show_failure(number, "no problem", body);
    cJSON *reply = cJSON_CreateObject();
    cJSON *shown = cJSON_AddObjectToObject(reply, "problem");
    cJSON_AddItemToObject(shown, "status", number);
    put(shown, "code", problem->code);
    cJSON *items = cJSON_AddArrayToObject(shown, "items");
    listEntry_t *entry;
    if (problem->errors)
        list_ForEach(entry, problem->errors)
            cJSON_AddItemToArray(items, cJSON_CreateString(((problem_item_t *)entry->data)->code));
    problem_free(problem);
    return reply;
}

static payment_invoice_t *call(apiClient_t *client, const char *op, const cJSON *order) {
    const cJSON *sent = cJSON_GetObjectItem(order, "body");
    if (strcmp(op, "fetch") == 0) {
        fetch_payment_request_t request = {.invoice_id = text(sent, "invoiceId")};
        return PaymentsAPI_fetchPayment(client, &request);
    }
    if (strcmp(op, "submit") == 0) {
        submit_receipt_request_t request = {.invoice_id = text(sent, "invoiceId"), .web_receipt = text(sent, "webReceipt")};
        return PaymentsAPI_submitReceipt(client, &request);
    }
    double amount = strtod(text(sent, "amount"), NULL);
    const cJSON *white = cJSON_GetObjectItem(sent, "isWhiteLabel");
    int is_white = cJSON_IsTrue(white);
    create_payment_request_t request = {
        .cash_tag = text(sent, "cashTag"), .amount = &amount, .is_white_label = white ? &is_white : NULL,
        .callback_url = text(sent, "callbackUrl"), .return_url = text(sent, "returnUrl")};
    return PaymentsAPI_createPayment(client, &request, text(order, "key"));
}

static cJSON *carry_out(const char *op, const cJSON *order) {
    apiClient_t *client = apiClient_create_with_base_path(text(order, "url"), NULL);
    client->accessToken = strdup(text(order, "token"));
    client->data_callback_func = keep_body;
    free(body);
    body = NULL;
    payment_invoice_t *invoice = call(client, op, order);
    cJSON *reply;
    if (invoice) {
        reply = cJSON_CreateObject();
        cJSON_AddItemToObject(reply, "invoice", show(invoice));
        payment_invoice_free(invoice);
    } else reply = show_refusal(client->response_code);
    apiClient_free(client);
    return reply;
}

// Verifies as Standard Webhooks specifies, because Standard Webhooks has no library for C.
static int is_genuine(const cJSON *order) {
    const cJSON *headers = cJSON_GetObjectItem(order, "headers");
    char *signed_text, written[64] = "v1,";
    unsigned char key[256], mac[EVP_MAX_MD_SIZE];
    const char *secret = strchr(text(order, "secret"), '_') + 1;
    int length = EVP_DecodeBlock(key, (const unsigned char *)secret, strlen(secret));
    for (const char *end = secret + strlen(secret) - 1; *end == '='; end--) length--;
    asprintf(&signed_text, "%s.%s.%s", text(headers, "webhook-id"), text(headers, "webhook-timestamp"), text(order, "payload"));
    unsigned mac_length;
    HMAC(EVP_sha256(), key, length, (unsigned char *)signed_text, strlen(signed_text), mac, &mac_length);
    EVP_EncodeBlock((unsigned char *)written + 3, mac, mac_length);
    free(signed_text);
    const char *sent = text(headers, "webhook-signature");
    return strlen(sent) == strlen(written) && CRYPTO_memcmp(sent, written, strlen(written)) == 0;
}

static cJSON *read_event(const cJSON *order) {
    if (!is_genuine(order)) return show_failure(cJSON_CreateNull(), "signature", "forged");
    cJSON *json = cJSON_Parse(text(order, "payload"));
    invoice_event_t *event = invoice_event_parseFromJSON(json);
    if (!event) return show_failure(cJSON_CreateNull(), "event", "not read");
    cJSON *reply = cJSON_CreateObject();
    cJSON *shown = cJSON_AddObjectToObject(reply, "event");
    put(shown, "type", event->type);
    cJSON_AddNumberToObject(shown, "sequence", *event->sequence);
    cJSON_AddItemToObject(shown, "invoice", show(event->data));
    invoice_event_free(event);
    cJSON_Delete(json);
    return reply;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        cJSON *order = cJSON_Parse(line);
        const char *op = text(order, "op");
        cJSON *reply = strcmp(op, "event") == 0 ? read_event(order) : carry_out(op, order);
        char *written = cJSON_PrintUnformatted(reply);
        puts(written);
        fflush(stdout);
        free(written);
        cJSON_Delete(reply);
        cJSON_Delete(order);
    }
    apiClient_unsetupGlobalEnv();
    return 0;
}
