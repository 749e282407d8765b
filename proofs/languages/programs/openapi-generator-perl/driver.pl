# Drives openapi-generator's client with Debian's packages: reads one JSON command per line, writes one JSON reply per line.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);
use MIME::Base64 qw(decode_base64 encode_base64);
use FindBin;
use lib "$FindBin::Bin/client/lib";
use JSON qw(decode_json encode_json);
use WWW::OpenAPIClient::ApiClient;
use WWW::OpenAPIClient::Configuration;
use WWW::OpenAPIClient::PaymentsApi;
use WWW::OpenAPIClient::Object::CreatePaymentRequest;
use WWW::OpenAPIClient::Object::FetchPaymentRequest;
use WWW::OpenAPIClient::Object::InvoiceEvent;
use WWW::OpenAPIClient::Object::Problem;
use WWW::OpenAPIClient::Object::SubmitReceiptRequest;

my $objects = 'WWW::OpenAPIClient::Object';
$| = 1;
while (my $line = <STDIN>) {
    print encode_json(carry_out(decode_json($line))), "\n";
}

sub carry_out {
    my ($order) = @_;
    my $reply = eval { $order->{op} eq 'event' ? { event => read_event($order) } : { invoice => write_out(call($order)) } };
    return $reply if $reply;
    my $error = "$@";
    # The client throws a single string: the status, then the body.
    my ($status, $body) = $error =~ /^API Exception\((\d+)\): [^\n]*\n(.*?)(?: at \S+ line \d+\.?\s*)?$/s;
    my $hash = eval { decode_json($body) };
    return { failure => { status => defined $status ? $status + 0 : undef, kind => 'error', message => $error } } unless ref $hash;
    my $problem = "${objects}::Problem"->new->from_hash($hash);
    my @items = map { $_->code } @{ $problem->errors || [] };
    return { problem => { status => $status + 0, code => $problem->code, items => \@items } };
}

sub call {
    my ($order) = @_;
    my $body   = $order->{body};
    my $own    = WWW::OpenAPIClient::Configuration->new(base_url => $order->{url}, access_token => $order->{token});
    my $api    = WWW::OpenAPIClient::PaymentsApi->new(WWW::OpenAPIClient::ApiClient->new($own));
    my %key    = defined $order->{key} ? (idempotency_key => $order->{key}) : ();
    if ($order->{op} eq 'create') {
        # Models are created with the document's field names, but read with Perl's.
        return $api->create_payment(create_payment_request => "${objects}::CreatePaymentRequest"->new(%$body), %key);
    }
    return $api->fetch_payment(fetch_payment_request => "${objects}::FetchPaymentRequest"->new(%$body))
        if $order->{op} eq 'fetch';
    return $api->submit_receipt(submit_receipt_request => "${objects}::SubmitReceiptRequest"->new(%$body));
}

# Verifies like the Standard Webhooks libraries, because there is none for Perl.
sub read_event {
    my ($order) = @_;
    my %headers = map { lc $_ => $order->{headers}{$_} } keys %{ $order->{headers} };
    my $secret  = decode_base64($order->{secret} =~ s/^whsec_//r);
    my $signed  = join '.', @headers{qw(webhook-id webhook-timestamp)}, $order->{payload};
    my $expected = 'v1,' . encode_base64(hmac_sha256($signed, $secret), '');
    die "forged\n" unless grep { $_ eq $expected } split / /, $headers{'webhook-signature'};
    my $event = "${objects}::InvoiceEvent"->new->from_hash(decode_json($order->{payload}));
    return { type => $event->type, sequence => $event->sequence + 0, invoice => write_out($event->data) };
}

sub write_out {
    my ($invoice) = @_;
    my $text = sub { defined $_[0] ? "$_[0]" : undef };
    my $time = sub { int($_[0]->hires_epoch * 1000 + 0.1) };
    return {
        id => $invoice->id, paymentUrl => $invoice->payment_url, cashTag => $invoice->cash_tag, note => $invoice->note,
        amount => $text->($invoice->amount), isWhiteLabel => $invoice->is_white_label ? \1 : \0,
        receiptId => $text->($invoice->receipt_id), paidAmount => $text->($invoice->paid_amount), status => $invoice->status,
        returnUrl => $text->($invoice->return_url),
        expiresAt => $time->($invoice->expires_at), createdAt => $time->($invoice->created_at),
    };
}
