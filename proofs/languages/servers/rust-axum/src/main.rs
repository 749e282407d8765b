//! A small payment-invoice server on what openapi-generator's rust-axum generates.
mod serve;
mod service;

use async_trait::async_trait;
use axum_extra::extract::CookieJar;
use headers::Host;
use http::Method;
use http_body_util::BodyExt;
use payments::apis::payments::{CreatePaymentResponse, FetchPaymentResponse, Payments, SubmitReceiptResponse};
use payments::apis::{ApiAuthBasic, BasicAuthKind, ErrorHandler};
use payments::models::{self, CreatePaymentHeaderParams, CreatePaymentRequest, FetchPaymentRequest, SubmitReceiptRequest};
use payments::types::Nullable;
use service::{Invoice, Service, Uncounted, call_back, now};
use std::sync::Arc;
use tower::ServiceExt;

struct Api(Service);

#[tokio::main]
async fn main() {
    serve::serve(|base_url| {
        let router = payments::server::new::<_, Api, (), ()>(Arc::new(Api(Service::new(base_url))));
        move |request| {
            let router = router.clone();
            async move {
                let (parts, body) = router.oneshot(request.map(axum::body::Body::from)).await.unwrap().into_parts();
                http::Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
            }
        }
    })
    .await;
}

#[async_trait]
impl ApiAuthBasic for Api {
    type Claims = ();

    /// The token is checked in front of all operations.
    async fn extract_claims_from_auth_header(&self, _: BasicAuthKind, _: &http::HeaderMap, _: &str) -> Option<()> {
        Some(())
    }
}

impl ErrorHandler<()> for Api {}

#[async_trait]
impl Payments<()> for Api {
    type Claims = ();

    async fn create_payment(
        &self,
        _: &Method,
        _: &Host,
        _: &CookieJar,
        _: &(),
        _: &CreatePaymentHeaderParams,
        body: &CreatePaymentRequest,
    ) -> Result<CreatePaymentResponse, ()> {
        let CreatePaymentRequest { cash_tag, amount, is_white_label, callback_url, return_url } = body;
        let made = self.0.create(cash_tag, *amount, is_white_label.unwrap_or(false), callback_url.as_ref(), return_url.as_ref());
        Ok(match made {
            Some(invoice) => CreatePaymentResponse::Status200_TheNewPaymentInvoice {
                body: show(invoice),
                x_request_id: None,
                cache_control: None,
                rate_limit: None,
                rate_limit_policy: None,
                idempotent_replayed: None,
            },
            None => CreatePaymentResponse::Status422_AFieldOfTheBodyIsMissing {
                body: problem(422, "validation_failed", "A URL is none."),
                x_request_id: None,
                cache_control: None,
            },
        })
    }

    async fn fetch_payment(
        &self,
        _: &Method,
        _: &Host,
        _: &CookieJar,
        _: &(),
        body: &FetchPaymentRequest,
    ) -> Result<FetchPaymentResponse, ()> {
        Ok(match self.0.fetch(&body.invoice_id) {
            Some(invoice) => FetchPaymentResponse::Status200_ThePaymentInvoice {
                body: show(invoice),
                x_request_id: None,
                cache_control: None,
                rate_limit: None,
                rate_limit_policy: None,
            },
            None => FetchPaymentResponse::Status404_ThisAccountHasNoSuchInvoice {
                body: problem(404, "invoice_not_found", "There is no such invoice."),
                x_request_id: None,
                cache_control: None,
            },
        })
    }

    async fn submit_receipt(
        &self,
        _: &Method,
        _: &Host,
        _: &CookieJar,
        _: &(),
        body: &SubmitReceiptRequest,
    ) -> Result<SubmitReceiptResponse, ()> {
        Ok(match self.0.submit(&body.invoice_id, &body.web_receipt) {
            Ok((invoice, address)) => {
                let shown = show(invoice);
                if let Some(address) = address {
                    let kind = format!("invoice.{}", shown.status.to_string().to_lowercase());
                    let event = models::InvoiceEvent { r_type: kind, timestamp: now(), sequence: 1, data: shown.clone() };
                    call_back(address, serde_json::to_string(&event).unwrap());
                }
                SubmitReceiptResponse::Status200_ThePaymentInvoice {
                    body: shown,
                    x_request_id: None,
                    cache_control: None,
                    rate_limit: None,
                    rate_limit_policy: None,
                }
            }
            Err(Uncounted::UnknownInvoice) => SubmitReceiptResponse::Status404_ThisAccountHasNoSuchInvoice {
                body: problem(404, "invoice_not_found", "There is no such invoice."),
                x_request_id: None,
                cache_control: None,
            },
            Err(Uncounted::InvalidReceipt) => SubmitReceiptResponse::Status422_AFieldOfTheBodyIsWrong {
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

fn nullable<T>(value: Option<T>) -> Nullable<T> {
    value.map_or(Nullable::Null, Nullable::Present)
}

fn problem(status: i32, code: &str, detail: &str) -> models::Problem {
    models::Problem { status: Some(status), code: Some(code.into()), detail: Some(detail.into()), ..models::Problem::new() }
}
