//! The invoices of both servers, stored in memory; each server converts them to its own generated types.
use chrono::{DateTime, Duration, SubsecRound, Utc};
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use subtle::ConstantTimeEq;

#[derive(Clone)]
pub struct Invoice {
    pub id: String,
    pub payment_url: String,
    pub cash_tag: String,
    pub note: String,
    pub amount: f64,
    pub is_white_label: bool,
    pub receipt_id: Option<String>,
    pub paid_amount: Option<f64>,
    pub status: &'static str,
    pub return_url: Option<String>,
    pub expires_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}

pub struct Service {
    pub base_url: String,
    pub receipt_key: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    invoices: HashMap<String, Invoice>,
    callbacks: HashMap<String, String>,
    counted: HashSet<String>,
}

/// The reason why a receipt does not count.
pub enum Uncounted {
    UnknownInvoice,
    InvalidReceipt,
}

impl Service {
    pub fn new(base_url: String) -> Self {
        Self { base_url, receipt_key: std::env::var("RECEIPT_KEY").unwrap_or_default(), state: Mutex::default() }
    }

    /// Returns None when a text is not a URL, because the generated code accepts any text.
    pub fn create(
        &self,
        cash_tag: &str,
        amount: f64,
        white: bool,
        callback: Option<&String>,
        return_url: Option<&String>,
    ) -> Option<Invoice> {
        if [callback, return_url].into_iter().flatten().any(|address| !is_url(address)) {
            return None;
        }
        let id = format!("rust_{}", uuid::Uuid::new_v4().simple());
        let created_at = now();
        let invoice = Invoice {
            payment_url: format!("{}/pay/{id}", self.base_url),
            cash_tag: cash_tag.into(),
            note: uuid::Uuid::new_v4().simple().to_string()[..12].to_uppercase(),
            amount,
            is_white_label: white,
            receipt_id: None,
            paid_amount: None,
            status: "PENDING",
            return_url: return_url.cloned(),
            expires_at: created_at + Duration::minutes(30),
            created_at,
            id: id.clone(),
        };
        let mut state = self.state.lock().unwrap();
        if let Some(address) = callback {
            state.callbacks.insert(id.clone(), address.clone());
        }
        state.invoices.insert(id, invoice.clone());
        Some(invoice)
    }

    pub fn fetch(&self, id: &str) -> Option<Invoice> {
        find(&mut self.state.lock().unwrap(), id).cloned()
    }

    /// Returns the invoice, and the URL to call if the receipt changed it.
    pub fn submit(&self, id: &str, receipt: &str) -> Result<(Invoice, Option<String>), Uncounted> {
        let mut state = self.state.lock().unwrap();
        let mut invoice = find(&mut state, id).ok_or(Uncounted::UnknownInvoice)?.clone();
        let (payment, outcome, amount) = self.read_receipt(receipt, id).ok_or(Uncounted::InvalidReceipt)?;
        if !is_open(&invoice) || !state.counted.insert(payment.clone()) {
            return Ok((invoice, None));
        }
        invoice.receipt_id = Some(payment);
        if outcome == "failed" {
            invoice.status = "FAILED";
        } else {
            let sum = cents(amount) + cents(invoice.paid_amount.unwrap_or(0.0));
            invoice.paid_amount = Some(sum as f64 / 100.0);
            invoice.status = if sum >= cents(invoice.amount) { "PAID" } else { "UNDER_PAID" };
        }
        state.invoices.insert(id.into(), invoice.clone());
        Ok((invoice, state.callbacks.get(id).cloned()))
    }

    /// Parses receipts from the suite's pay.py: `invoice:amount:outcome:id.signature`. Yours come from your payment provider.
    fn read_receipt(&self, receipt: &str, invoice: &str) -> Option<(String, String, f64)> {
        let (text, signature) = receipt.rsplit_once('.')?;
        let mac = hmac_sha256::HMAC::mac(text, &self.receipt_key);
        let expected: String = mac.iter().map(|byte| format!("{byte:02x}")).collect();
        let parts: Vec<&str> = text.split(':').collect();
        let [of, amount, outcome, payment] = parts[..] else { return None };
        let is_genuine: bool = expected.as_bytes().ct_eq(signature.as_bytes()).into();
        (is_genuine && of == invoice).then_some((payment.into(), outcome.into(), amount.parse().ok()?))
    }
}

/// Tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network.
pub fn call_back(address: String, event: String) {
    tokio::spawn(async move {
        let request = reqwest::Client::new().post(address).header("content-type", "application/json").body(event);
        let _ = request.timeout(std::time::Duration::from_secs(5)).send().await;
    });
}

/// The time in milliseconds. A fraction of zero becomes 1 ms, because chrono would leave it out.
pub fn now() -> DateTime<Utc> {
    let now = Utc::now().trunc_subsecs(3);
    if now.timestamp_subsec_millis() == 0 { now + Duration::milliseconds(1) } else { now }
}

/// Applies an expiry that is due.
fn find<'a>(state: &'a mut State, id: &str) -> Option<&'a Invoice> {
    let invoice = state.invoices.get_mut(id)?;
    if is_open(invoice) && Utc::now() > invoice.expires_at {
        invoice.status = "EXPIRED";
    }
    Some(invoice)
}

fn is_open(invoice: &Invoice) -> bool {
    ["PENDING", "UNDER_PAID"].contains(&invoice.status)
}

/// Converts an amount to whole cents, because sums of doubles drift.
fn cents(amount: f64) -> i64 {
    (amount * 100.0).round() as i64
}

fn is_url(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| ["http", "https"].contains(&url.scheme()) && url.has_host())
}
