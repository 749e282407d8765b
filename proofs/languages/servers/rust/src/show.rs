//! Converts invoices and refusals to the generated types, whose names and fields are the same in both servers.
use crate::nullable;
use crate::service::Invoice;
use payments::models;

pub fn show(invoice: Invoice) -> models::PaymentInvoice {
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

pub fn problem(status: i32, code: &str, detail: &str) -> models::Problem {
    models::Problem { status: Some(status), code: Some(code.into()), detail: Some(detail.into()), ..models::Problem::new() }
}
