import { type ClientConfig, types } from 'pg';

/** The maximum time in milliseconds for a statement, and for opening the connection that it needs. */
export const patience = 4_000;

/**
 * The settings of each connection. No statement here should read a whole table. The planner prefers that while a table
 * is still small, and keeps the plan for minutes while the table grows.
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
 * Returns whether a pooler in front of the database gives each transaction another connection, so that a connection
 * must keep neither settings nor prepared statements. Prisma introduced the name of the parameter, and hosting
 * providers put it into the URLs that they give out.
 */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}

/**
 * Replaces aliases of the SSL mode by the mode that pg uses for them, which checks the certificate. For an alias pg
 * prints a warning of eight lines, because its next version may treat aliases differently.
 */
function nameSslMode(url: string): string {
  const named = new URL(url);
  const { searchParams } = named;
  const isAlias = /^(prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '');
  if (!isAlias || searchParams.get('uselibpqcompat') === 'true') return url;
  searchParams.set('sslmode', 'verify-full');
  return named.href;
}

/**
 * Makes the settings of a client. 8-byte integers are read as numbers, because cents and milliseconds are far below the limit.
 */
export function clientConfig(url: string): ClientConfig {
  // The operator's options come last, so that they take precedence over ours.
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
