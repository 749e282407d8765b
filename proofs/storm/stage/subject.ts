/** A server of a storm: a sandbox whose leases and limits are short. Takes its settings as JSON, and ends with whoever started it. */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { SubjectSettings } from './start-subject.ts';

process.stdin.resume().on('end', () => process.exit(1));

// Late, as it takes a while: whoever started it may be gone by then.
const [{ makeLimits }, { startServer }] = await Promise.all([
  import('@payment-invoice/kit/rates'),
  import('../../../packages/server/src/start/start-server.ts'),
]);
const { submitsPerInvoice, log, ...settings }: SubjectSettings = JSON.parse(process.argv[2] ?? '{}');

try {
  const { address, token, callbackSecret } = await startServer({
    ...settings,
    logLevel: 'warn',
    rateLimits: makeLimits((name) => (name === 'submit-invoice' ? submitsPerInvoice : 0)),
    // Few at once, so that claimed events wait for their turn and for the end of their lease.
    callbackLimits: { total: 16, perHost: 4 },
    logTo: { write: (line) => appendFileSync(log, line) },
  });
  process.stdout.write(`${JSON.stringify({ address, token, callbackSecret })}\n`);
  // Now, as it will be killed: the next start has less to compile.
  flushCompileCache();
} catch (error) {
  // The database is away: whoever starts it tries again.
  appendFileSync(log, `${(error as Error).message}\n`);
  process.exit(1);
}
