import { invoiceLifetime } from '@payment-invoice/generated';
import { contractLimits, limitNames, limitTable, type RateLimitName } from '@payment-invoice/kit/rates';

/** A setting as it is documented for operators. */
export interface Setting {
  /** The name of the environment variable. The command's option has a similar name: `--public-base-url` for `PUBLIC_BASE_URL`. */
  name: string;
  /** The purpose of the setting, with its default in brackets. */
  help: string;
  /** Set if the value is secret. Such a setting has no option, because every user of the machine can read command lines. */
  isSecret?: true;
}

export const rateSettings = Object.fromEntries(limitNames.map((name) => [name, rateSetting(name)])) as Readonly<
  Record<RateLimitName, Setting>
>;

export const settingTable: readonly Setting[] = [
  { name: 'SERVER_MODE', help: 'sandbox, or live for real money (sandbox)' },
  { name: 'PORT', help: 'port to listen on, 0 for any free one (8080)' },
  { name: 'HOST', help: 'address to listen on (127.0.0.1)' },
  { name: 'DATA_DIR', help: 'directory of the database and, in a sandbox, of the demo token and the receipt key (.data)' },
  {
    name: 'DATABASE_URL',
    help: 'postgres://… of a PostgreSQL database that several servers may share (a file in DATA_DIR)',
    isSecret: true,
  },
  {
    name: 'PUBLIC_BASE_URL',
    help: 'URL by which clients and payers reach the server; required in live, with https (the address that it listens on)',
  },
  {
    name: 'INVOICE_LIFETIME',
    help: `seconds for which an invoice can be paid, 60 to ${invoiceLifetime.longest}; a sandbox allows 1 or more (${invoiceLifetime.default})`,
  },
  { name: 'CASH_TAG_PATTERN', help: 'regular expression of the accepted tags, within the grammar of the contract (any)' },
  { name: 'PAYMENT_APP', help: 'name of the app that payers pay with, shown on the payment page (none)' },
  ...Object.values(rateSettings),
  { name: 'RATE_PAGES', help: 'pages per minute for one address: payment pages and docs (1200; 0 in a sandbox)' },
  { name: 'RATE_PAGE_RECEIPTS', help: 'receipts per minute that one address may enter on payment pages (10; 0 in a sandbox)' },
  { name: 'RECEIPT_KEYS', help: 'file with the JWK Set of Ed25519 keys that sign receipts; live only, with RECEIPT_ISSUER' },
  { name: 'RECEIPT_ISSUER', help: 'the claim iss of the receipts that RECEIPT_KEYS sign' },
  { name: 'RECEIPT_VERIFIER_URL', help: 'instead of keys: URL of a service that verifies each receipt' },
  { name: 'RECEIPT_VERIFIER_TOKEN', help: 'bearer token for that service', isSecret: true },
  { name: 'RECEIPT_VERIFIER_SECONDS', help: 'seconds that verifying a receipt may take, 1 to 60 (10)' },
  { name: 'CALLBACK_KEY', help: 'key that encrypts the callback secrets, 32 bytes in base64; required in live', isSecret: true },
  {
    name: 'CALLBACK_DISABLE_DAYS',
    help: 'days in which every attempt fails, after which the server sends each event to that receiver only once, 4 to 365, or 0 for never (5; 0 in a sandbox)',
  },
  { name: 'TRUSTED_PROXIES', help: 'number of proxies in front of the server whose X-Forwarded-For it trusts, 0 to 10 (0)' },
  {
    name: 'METRICS_TOKEN',
    help: 'bearer token for /metrics, which does not exist in live without it (open in a sandbox)',
    isSecret: true,
  },
  { name: 'LOG_LEVEL', help: 'trace, debug, info, warn, error, fatal or silent (info)' },
];

/** Returns the name of a setting's option, without the leading hyphens. */
export const optionOf = ({ name }: Setting): string => name.toLowerCase().replaceAll('_', '-');

function rateSetting(limit: RateLimitName): Setting {
  const { operation, per, seconds } = limitTable[limit];
  const time = seconds === 60 ? 'per minute' : `in ${seconds} seconds`;
  const [name, what, whose] = describeLimit(operation, per);
  const off = limit === limitNames[0] ? ', 0 for no limit' : '';
  return { name, help: `${what} ${time} ${whose}${off} (${contractLimits[limit]}; 0 in a sandbox)` };
}

/** Describes a rate limit: the name of its setting, which contains the operation's verb, and two phrases for the help text. */
function describeLimit(operation: string | undefined, per: string): [name: string, what: string, whose: string] {
  const [verb] = /^[a-z]+/.exec(operation ?? '') ?? [];
  if (verb === undefined) return ['RATE_FAILED_AUTHENTICATIONS', 'failed authentications', 'of one address'];
  const verbs = /(ch|sh|s|x)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const name = `RATE_${verb.toUpperCase()}`;
  return per === 'invoice' ? [`${name}_PER_INVOICE`, verbs, 'to one invoice'] : [name, verbs, 'for an account'];
}
