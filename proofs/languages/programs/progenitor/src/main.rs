//! Drives the client that progenitor's macro makes: reads one JSON command per line and writes one JSON reply per line.
use payments::types::{CreatePaymentRequest, FetchPaymentRequest, InvoiceEvent, PaymentInvoice, Problem, SubmitReceiptRequest};
use payments::{Client, Error, ResponseValue};
use serde_json::{json, Value};
use standardwebhooks::Webhook;
use std::io::{stdin, BufRead};

mod payments {
    progenitor::generate_api!("payments.json");
}

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
    // The generated client adds no token.
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", text(order, "token")).parse().unwrap());
    let own = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = Client::new_with_client(&text(order, "url"), own);
    let body = &order["body"];
    match text(order, "op").as_str() {
        "create" => {
            let key = order["key"].as_str().map(|key| key.parse().unwrap());
            let mut written = body.clone();
            written["amount"] = json!(text(body, "amount").parse::<f64>().unwrap());
            // The generated types check their values, so JSON is the shortest way to make one.
            let request: CreatePaymentRequest = serde_json::from_value(written).unwrap();
            reply(client.create_payment(key.as_ref(), &request).await)
        }
        "fetch" => reply(client.fetch_payment(&serde_json::from_value::<FetchPaymentRequest>(body.clone()).unwrap()).await),
        _ => reply(client.submit_receipt(&serde_json::from_value::<SubmitReceiptRequest>(body.clone()).unwrap()).await),
    }
}

fn reply(result: Result<ResponseValue<PaymentInvoice>, Error<Problem>>) -> Value {
    match result {
        Ok(invoice) => json!({ "invoice": write(&invoice.into_inner()) }),
        Err(Error::ErrorResponse(refused)) => {
            let status = refused.status().as_u16();
            let problem = refused.into_inner();
            let items: Vec<_> = problem.errors.into_iter().map(|item| item.code).collect();
            json!({ "problem": { "status": status, "code": problem.code, "items": items } })
        }
        Err(error) => {
            let status = error.status().map(|status| status.as_u16());
            json!({ "failure": { "status": status, "kind": "error", "message": error.to_string() } })
        }
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
        return json!({ "failure": { "status": null, "kind": "signature", "message": error.to_string() } });
    }
    let event: InvoiceEvent = serde_json::from_str(&payload).unwrap();
    json!({ "event": { "type": event.type_, "sequence": event.sequence, "invoice": write(&event.data) } })
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
