import { type ClientConfig, types } from 'pg';

/** The longest that a statement, or a connection that is made for it, may take, in milliseconds. */
export const patience = 4_000;

/**
 * Settings of each connection. The planner never has a reason to read a whole table here, but it thinks so of one that is still
 * small, and goes on with that plan for minutes while it grows.
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
 * Tells whether a pooler that gives each transaction another connection stands in front of the database: nothing may be left in a
 * connection then, neither settings nor prepared statements. The word is Prisma's, and stands in URLs that hosters hand out.
 */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}

/**
 * Names the mode that pg takes each of these for, which checks the certificate: with their own names it prints a warning of eight
 * lines that a next version may not.
 */
function nameSslMode(url: string): string {
  const named = new URL(url);
  const { searchParams } = named;
  const isAlias = /^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '');
  if (!isAlias || searchParams.get('uselibpqcompat') === 'true') return url;
  searchParams.set('sslmode', 'verify-full');
  return named.href;
}

/** Makes the settings of a client. Whole numbers of 8 bytes are read as numbers: cents and milliseconds are far from the limit. */
export function clientConfig(url: string): ClientConfig {
  // An operator's come last, and win.
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
