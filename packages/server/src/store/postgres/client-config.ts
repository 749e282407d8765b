import { type ClientConfig, types } from 'pg';

/** The maximum time for a statement, and the maximum time for connecting, in milliseconds. */
export const patience = 4_000;

/**
 * The settings of each connection. They prevent the query planner from reading whole tables. The planner prefers to read a table
 * as a whole while it is small, and then keeps that plan for minutes while the table grows.
 */
const sessionSettings = {
  statement_timeout: patience,
  lock_timeout: patience,
  idle_in_transaction_session_timeout: patience,
  default_transaction_isolation: 'read\\ committed',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/**
 * Returns true if the URL belongs to a pooler that may run each transaction on another connection, where settings and prepared
 * statements are lost. Prisma introduced the parameter `pgbouncer`, and hosting providers include it in their URLs.
 */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true';

/**
 * Replaces an alias of an SSL mode with the mode that pg uses for it, which verifies the certificate. For an alias, pg would
 * print a warning of eight lines, because its next version may treat aliases differently.
 */
function nameSslMode(url: string): string {
  const named = new URL(url);
  const { searchParams } = named;
  const isAlias = /^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '');
  if (!isAlias || searchParams.get('uselibpqcompat') === 'true') return url;
  searchParams.set('sslmode', 'verify-full');
  return named.href;
}

/** Makes the settings of a client. It reads 8-byte integers as numbers, because cents and milliseconds are small enough. */
export function clientConfig(url: string): ClientConfig {
  // The operator's options are added last, so that they override ours.
  const own = new URL(url).searchParams.get('options');
  const settings = isPooled(url) ? {} : sessionSettings;
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: nameSslMode(url),
    options: [...options, own].filter((text) => text !== null).join(' ') || undefined,
    application_name: 'payment-invoice',
    connectionTimeoutMillis: patience,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === types.builtins.INT8 && format !== 'binary'
          ? Number
          : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  };
}
