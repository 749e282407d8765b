/**
 * A server of a storm: a sandbox with short leases and low limits. Takes its settings as one argument in JSON, and ends
 * when its parent ends.
 */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { SubjectSettings } from './start-subject.ts';

process.stdin.resume().on('end', () => process.exit(1));

// Imported only now, because importing takes a while, and the handler above must already notice if the parent ends.
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
    // Allows few concurrent callbacks, so that some claimed events are still waiting when their lease ends.
    callbackLimits: { total: 16, perHost: 4 },
    logTo: { write: (line) => appendFileSync(log, line) },
  });
  process.stdout.write(`${JSON.stringify({ address, token, callbackSecret })}\n`);
  // Writes the compile cache now, because this server will be killed before it would normally do so.
  flushCompileCache();
} catch (error) {
  // Ends this server, because the database is probably unavailable. The parent will start the server again.
  appendFileSync(log, `${(error as Error).message}\n`);
  process.exit(1);
}
