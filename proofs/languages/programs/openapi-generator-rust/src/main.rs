//! Drives the client that openapi-generator generates: reads one JSON command per line and writes one JSON reply per line.
use payments::apis::configuration::Configuration;
use payments::apis::{payments_api, Error};
use payments::models::{CreatePaymentRequest, FetchPaymentRequest, InvoiceEvent, PaymentInvoice, Problem, SubmitReceiptRequest};
use serde_json::{json, Value};
use standardwebhooks::Webhook;
use std::io::{stdin, BufRead};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for line in stdin().lock().lines() {
        let order: Value = serde_json::from_str(&line.unwrap()).unwrap();
        println!("{}", carry_out(&order).await);
    }
}

async fn carry_out(order: &Value) -> Value {
    if order["op"] == "event" {
        return read_event(order);
    }
    let mut configuration = Configuration::new();
    configuration.base_path = text(order, "url");
    configuration.bearer_access_token = Some(text(order, "token"));
    let body = &order["body"];
    match text(order, "op").as_str() {
        "create" => {
            let mut request = CreatePaymentRequest::new(text(body, "cashTag"), text(body, "amount").parse().unwrap());
            request.is_white_label = body["isWhiteLabel"].as_bool();
            request.callback_url = body["callbackUrl"].as_str().map(String::from);
            request.return_url = body["returnUrl"].as_str().map(String::from);
            reply(payments_api::create_payment(&configuration, request, order["key"].as_str()).await)
        }
        "fetch" => reply(payments_api::fetch_payment(&configuration, FetchPaymentRequest::new(text(body, "invoiceId"))).await),
        _ => {
            let request = SubmitReceiptRequest::new(text(body, "invoiceId"), text(body, "webReceipt"));
            reply(payments_api::submit_receipt(&configuration, request).await)
        }
    }
}

/// The client names an error after the first status whose body type matches. All of them match, so this uses status and model.
fn reply<E>(result: Result<PaymentInvoice, Error<E>>) -> Value {
    match result {
        Ok(invoice) => json!({ "invoice": write(&invoice) }),
        Err(Error::ResponseError(response)) => match serde_json::from_str::<Problem>(&response.content) {
            Ok(problem) => {
                let items: Vec<_> = problem.errors.unwrap_or_default().into_iter().map(|item| item.code).collect();
                json!({ "problem": { "status": response.status.as_u16(), "code": problem.code, "items": items } })
            }
            Err(error) => json!({ "failure": { "status": response.status.as_u16(), "kind": "no problem", "message": error.to_string() } }),
        },
        Err(Error::Serde(error)) => failure("Serde", &error),
        Err(Error::Reqwest(error)) => failure("Reqwest", &error),
        Err(Error::Io(error)) => failure("Io", &error),
    }
}

fn read_event(order: &Value) -> Value {
    let payload = text(order, "payload");
    let mut headers = http::HeaderMap::new();
    for (name, value) in order["headers"].as_object().unwrap() {
        let name: http::HeaderName = name.parse().unwrap();
        headers.insert(name, value.as_str().unwrap().parse().unwrap());
    }
    if let Err(error) = Webhook::new(&text(order, "secret")).unwrap().verify(payload.as_bytes(), &headers) {
        return failure("signature", &error);
    }
    match serde_json::from_str::<InvoiceEvent>(&payload) {
        Ok(event) => json!({ "event": { "type": event.r#type, "sequence": event.sequence, "invoice": write(&event.data) } }),
        Err(error) => failure("Serde", &error),
    }
}

fn write(invoice: &PaymentInvoice) -> Value {
    json!({
        "id": invoice.id, "paymentUrl": invoice.payment_url, "cashTag": invoice.cash_tag, "note": invoice.note,
        "amount": invoice.amount.to_string(), "isWhiteLabel": invoice.is_white_label,
        "receiptId": invoice.receipt_id, "paidAmount": invoice.paid_amount.map(|amount| amount.to_string()),
        "status": invoice.status.to_string(), "returnUrl": invoice.return_url,
        "expiresAt": invoice.expires_at.timestamp_millis(), "createdAt": invoice.created_at.timestamp_millis(),
    })
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_string()
}

fn failure(kind: &str, error: &dyn std::error::Error) -> Value {
    json!({ "failure": { "status": null, "kind": kind, "message": error.to_string() } })
}
