/**
 * The server that is killed: a sandbox that stops waiting for a stalled receiver after a second. Its arguments are a directory
 * and a port.
 */
import { startServer } from '../../../packages/server/src/start/start-server.ts';

const [dataDir = '', port = '0'] = process.argv.slice(2);
const { baseUrl, token, callbackSecret } = await startServer({
  dataDir,
  port: Number(port),
  callbackTimeout: 1_000,
  logTo: { write: () => undefined },
});
process.stdout.write(`${JSON.stringify({ baseUrl, token, callbackSecret })}\n`);
