//! A small payment-invoice server on what openapi-generator's rust-server generates.
mod serve;
mod service;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full};
use hyper::service::Service as _;
use payments::models::{self, CreatePaymentRequest, FetchPaymentRequest, SubmitReceiptRequest};
use payments::{Api, CreatePaymentResponse, FetchPaymentResponse, SubmitReceiptResponse};
use service::{Invoice, Service, Uncounted, call_back, now};
use std::sync::Arc;
use swagger::auth::{Authorization, Scopes};
use swagger::{ApiError, EmptyContext, Nullable, Push, XSpanIdString};

#[derive(Clone)]
struct Payments(Arc<Service>);

#[tokio::main]
async fn main() {
    serve::serve(|base_url| {
        let generated = payments::server::Service::new(Payments(Arc::new(Service::new(base_url))), false);
        move |request| {
            // The token is checked in front of all operations; the generated code asks only whether somebody did.
            let checked = Authorization { subject: String::new(), scopes: Scopes::All, issuer: None };
            let context = EmptyContext::default().push(Some(checked)).push(XSpanIdString::get_or_generate(&request));
            let reply = generated.call((request.map(Full::new), context));
            async move {
                let (parts, body) = reply.await.unwrap().into_parts();
                http::Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
            }
        }
    })
    .await;
}

#[async_trait]
impl<C: Send + Sync> Api<C> for Payments {
    async fn create_payment(
        &self,
        body: CreatePaymentRequest,
        _key: Option<String>,
        _: &C,
    ) -> Result<CreatePaymentResponse, ApiError> {
        let CreatePaymentRequest { cash_tag, amount, is_white_label, callback_url, return_url } = body;
        let white = is_white_label.unwrap_or(false);
        // The generated checks are never called, and their patterns have each backslash twice.
        let is_valid = !cash_tag.is_empty() && (0.01..=999999.99).contains(&amount);
        let made =
            if is_valid { self.0.create(&cash_tag, amount, white, callback_url.as_ref(), return_url.as_ref()) } else { None };
        Ok(match made {
            Some(invoice) => CreatePaymentResponse::TheNewPaymentInvoice {
                body: show(invoice),
                x_request_id: None,
                cache_control: None,
                rate_limit: None,
                rate_limit_policy: None,
                idempotent_replayed: None,
            },
            None => CreatePaymentResponse::AFieldOfTheBodyIsMissing {
                body: problem(422, "validation_failed", "A field of the body is not what it must be."),
                x_request_id: None,
                cache_control: None,
            },
        })
    }

    async fn fetch_payment(&self, body: FetchPaymentRequest, _: &C) -> Result<FetchPaymentResponse, ApiError> {
        Ok(match self.0.fetch(&body.invoice_id) {
            Some(invoice) => FetchPaymentResponse::ThePaymentInvoice {
                body: show(invoice),
                x_request_id: None,
                cache_control: None,
                rate_limit: None,
                rate_limit_policy: None,
            },
            None => FetchPaymentResponse::ThisAccountHasNoSuchInvoice {
                body: problem(404, "invoice_not_found", "There is no such invoice."),
                x_request_id: None,
                cache_control: None,
            },
        })
    }

    async fn submit_receipt(&self, body: SubmitReceiptRequest, _: &C) -> Result<SubmitReceiptResponse, ApiError> {
        Ok(match self.0.submit(&body.invoice_id, &body.web_receipt) {
            Ok((invoice, address)) => {
                let shown = show(invoice);
                if let Some(address) = address {
                    let kind = format!("invoice.{}", shown.status.to_string().to_lowercase());
                    let event = models::InvoiceEvent { r#type: kind, timestamp: now(), sequence: 1, data: shown.clone() };
                    call_back(address, serde_json::to_string(&event).unwrap());
                }
                SubmitReceiptResponse::ThePaymentInvoice {
                    body: shown,
                    x_request_id: None,
                    cache_control: None,
                    rate_limit: None,
                    rate_limit_policy: None,
                }
            }
            Err(Uncounted::UnknownInvoice) => SubmitReceiptResponse::ThisAccountHasNoSuchInvoice {
                body: problem(404, "invoice_not_found", "There is no such invoice."),
                x_request_id: None,
                cache_control: None,
            },
            Err(Uncounted::InvalidReceipt) => SubmitReceiptResponse::AFieldOfTheBodyIsWrong {
                body: problem(422, "receipt_invalid", "The receipt is not one for this invoice."),
                x_request_id: None,
                cache_control: None,
            },
        })
    }
}

fn show(invoice: Invoice) -> models::PaymentInvoice {
    models::PaymentInvoice {
        id: invoice.id,
        payment_url: invoice.payment_url,
        cash_tag: invoice.cash_tag,
        note: invoice.note,
        amount: invoice.amount,
        is_white_label: invoice.is_white_label,
        receipt_id: nullable(invoice.receipt_id),
        paid_amount: nullable(invoice.paid_amount),
        status: invoice.status.parse().unwrap(),
        return_url: nullable(invoice.return_url),
        expires_at: invoice.expires_at,
        created_at: invoice.created_at,
    }
}

/// Null is there: the document says that it may be missing too.
fn nullable<T>(value: Option<T>) -> Option<Nullable<T>> {
    Some(value.map_or(Nullable::Null, Nullable::Present))
}

fn problem(status: i32, code: &str, detail: &str) -> models::Problem {
    models::Problem { status: Some(status), code: Some(code.into()), detail: Some(detail.into()), ..models::Problem::new() }
}
