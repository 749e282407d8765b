# Drives openapi-generator's client with Debian's ruby-typhoeus: reads one JSON command per line, writes one JSON reply per line.
require 'json'
require 'openssl'
$LOAD_PATH.unshift "#{__dir__}/client/lib"
require 'payments'

def call(order)
  configuration = Payments::Configuration.new do |own|
    own.scheme, rest = order['url'].split('://')
    own.host, own.base_path = rest.split('/', 2)
    own.server_index = nil
    own.access_token = order['token']
  end
  api = Payments::PaymentsApi.new(Payments::ApiClient.new(configuration))
  body = order['body']
  case order['op']
  when 'create'
    fields = { cash_tag: body['cashTag'], amount: body['amount'].to_f, is_white_label: body['isWhiteLabel'],
               callback_url: body['callbackUrl'], return_url: body['returnUrl'] }.compact
    api.create_payment(Payments::CreatePaymentRequest.new(fields), { idempotency_key: order['key'] }.compact)
  when 'fetch' then api.fetch_payment(Payments::FetchPaymentRequest.new(invoice_id: body['invoiceId']))
  else
    api.submit_receipt(Payments::SubmitReceiptRequest.new(invoice_id: body['invoiceId'], web_receipt: body['webReceipt']))
  end
end

def write(invoice)
  { id: invoice.id, paymentUrl: invoice.payment_url, cashTag: invoice.cash_tag, note: invoice.note, amount: invoice.amount.to_s,
    isWhiteLabel: invoice.is_white_label, receiptId: invoice.receipt_id, paidAmount: invoice.paid_amount&.to_s,
    status: invoice.status, returnUrl: invoice.return_url,
    expiresAt: (invoice.expires_at.to_time.to_r * 1000).floor, createdAt: (invoice.created_at.to_time.to_r * 1000).floor }
end

# Verifies like Ruby's Standard Webhooks library, which is only on RubyGems.
def read_event(order)
  headers = order['headers'].transform_keys(&:downcase)
  signed = [headers['webhook-id'], headers['webhook-timestamp'], order['payload']].join('.')
  secret = order['secret'].delete_prefix('whsec_').unpack1('m')
  expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', secret, signed)].pack('m0')}"
  raise 'forged' unless headers['webhook-signature'].split.any? { |one| OpenSSL.secure_compare(one, expected) }

  event = Payments::InvoiceEvent.build_from_hash(JSON.parse(order['payload'], symbolize_names: true))
  { type: event.type, sequence: event.sequence, invoice: write(event.data) }
end

def carry_out(order)
  return { event: read_event(order) } if order['op'] == 'event'

  { invoice: write(call(order)) }
rescue Payments::ApiError => e
  body = begin
    JSON.parse(e.response_body, symbolize_names: true)
  rescue JSON::ParserError, TypeError
    return { failure: { status: e.code, kind: 'no problem', message: e.message } }
  end
  problem = Payments::Problem.build_from_hash(body)
  { problem: { status: e.code, code: problem.code, items: (problem.errors || []).map(&:code) } }
rescue StandardError => e
  { failure: { status: nil, kind: e.class.name, message: e.message } }
end

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(carry_out(JSON.parse(line))) }
