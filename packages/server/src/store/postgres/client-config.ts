import { type ClientConfig, types } from 'pg';

/** The maximum time in milliseconds that a statement may take, and that connecting may take. */
export const patience = 4_000;

/**
 * The settings of each connection. They keep the planner from reading whole tables: it prefers that while a table is
 * small, and keeps the plan for minutes while the table grows.
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
 * Returns whether the URL leads to a pooler that may run each transaction on another connection. Settings and prepared statements
 * then do not last. Prisma introduced the name of this parameter, and hosting providers put it into their URLs.
 */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}

/**
 * Replaces an alias of an SSL mode by the mode that pg uses for it, which checks the certificate. For an alias, pg
 * prints eight lines of warning, because its next version may treat aliases differently.
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
 * Makes the settings of a client. It reads 8-byte integers as numbers: cents and milliseconds are far below the largest safe one.
 */
export function clientConfig(url: string): ClientConfig {
  // The operator's options come last, and so override ours.
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
