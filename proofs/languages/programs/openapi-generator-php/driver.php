<?php
// Drives the client that openapi-generator generates: reads one JSON command per line and writes one JSON reply per line.
// Uses Debian's packages php-guzzlehttp-guzzle and php-curl; Composer's autoloader works too.

spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Payments\\')) {
        require __DIR__ . '/client/lib/' . str_replace('\\', '/', substr($class, strlen('Payments\\'))) . '.php';
    }
});
require_once 'GuzzleHttp/autoload.php';

use Payments\Api\PaymentsApi;
use Payments\ApiException;
use Payments\Configuration;
use Payments\Model\CreatePaymentRequest;
use Payments\Model\FetchPaymentRequest;
use Payments\Model\InvoiceEvent;
use Payments\Model\PaymentInvoice;
use Payments\Model\Problem;
use Payments\Model\SubmitReceiptRequest;
use Payments\ObjectSerializer;

// Writes amounts with the fewest digits that identify them, even if an ini file sets something else.
ini_set('serialize_precision', getenv('SERIALIZE_PRECISION') ?: '-1');

while (($line = fgets(STDIN)) !== false) {
    echo json_encode(carryOut(json_decode($line, true)), JSON_THROW_ON_ERROR), "\n";
}

function carryOut(array $order): array
{
    try {
        return $order['op'] === 'event' ? ['event' => readEvent($order)] : ['invoice' => write(call($order))];
    } catch (ApiException $error) {
        $body = json_decode((string) $error->getResponseBody());
        if (!is_object($body)) {
            return failure($error->getCode() ?: null, $error);
        }
        $problem = ObjectSerializer::deserialize($body, Problem::class);
        $items = array_map(fn ($item) => $item->getCode(), $problem->getErrors() ?? []);
        return ['problem' => ['status' => $error->getCode(), 'code' => $problem->getCode(), 'items' => $items]];
    } catch (Throwable $error) {
        return failure(null, $error);
    }
}

function call(array $order): PaymentInvoice
{
    $configuration = (new Configuration())->setHost($order['url'])->setAccessToken($order['token']);
    static $http = new GuzzleHttp\Client();
    $api = new PaymentsApi($http, $configuration);
    $body = $order['body'];
    $result = match ($order['op']) {
        'create' => $api->createPayment(new CreatePaymentRequest(array_filter([
            'cash_tag' => $body['cashTag'],
            'amount' => (float) $body['amount'],
            'is_white_label' => $body['isWhiteLabel'] ?? null,
            'callback_url' => $body['callbackUrl'] ?? null,
            'return_url' => $body['returnUrl'] ?? null,
        ], fn ($value) => $value !== null)), $order['key'] ?? null),
        'fetch' => $api->fetchPayment(new FetchPaymentRequest(['invoice_id' => $body['invoiceId']])),
        'submit' => $api->submitReceipt(
            new SubmitReceiptRequest(['invoice_id' => $body['invoiceId'], 'web_receipt' => $body['webReceipt']])
        ),
    };
    return $result;
}

/** Verifies like the standard-webhooks library, which is only available from Composer. */
function readEvent(array $order): array
{
    ['webhook-id' => $id, 'webhook-timestamp' => $time, 'webhook-signature' => $signatures] = $order['headers'];
    $secret = base64_decode(substr($order['secret'], strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.{$order['payload']}", $secret, true));
    $matching = array_filter(explode(' ', $signatures), fn ($signature) => hash_equals($expected, $signature));
    if ($matching === [] || abs(time() - (int) $time) > 300) {
        throw new RuntimeException('The signature does not match.');
    }
    $event = ObjectSerializer::deserialize(json_decode($order['payload']), InvoiceEvent::class);
    return ['type' => $event->getType(), 'sequence' => $event->getSequence(), 'invoice' => write($event->getData())];
}

function write(PaymentInvoice $invoice): array
{
    return [
        'id' => $invoice->getId(), 'paymentUrl' => $invoice->getPaymentUrl(), 'cashTag' => $invoice->getCashTag(),
        'note' => $invoice->getNote(), 'amount' => json_encode($invoice->getAmount()),
        'isWhiteLabel' => $invoice->getIsWhiteLabel(), 'receiptId' => $invoice->getReceiptId(),
        'paidAmount' => $invoice->getPaidAmount() === null ? null : json_encode($invoice->getPaidAmount()),
        'status' => $invoice->getStatus(), 'returnUrl' => $invoice->getReturnUrl(),
        'expiresAt' => milliseconds($invoice->getExpiresAt()), 'createdAt' => milliseconds($invoice->getCreatedAt()),
    ];
}

function milliseconds(DateTime $time): int
{
    return (int) $time->format('Uv');
}

function failure(?int $status, Throwable $error): array
{
    return ['failure' => ['status' => $status, 'kind' => $error::class, 'message' => $error->getMessage()]];
}
