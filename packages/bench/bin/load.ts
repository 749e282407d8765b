/** Loads a server: reads a line of JSON from standard input (see `Load`), and prints a line with the result. */
import { text } from 'node:stream/consumers';
import autocannon, { type Options, type Result } from 'autocannon';
import { median } from '../src/median.ts';

const { url, token, bodies, connections, seconds, amount } = JSON.parse(await text(process.stdin));
// Its own percentiles are whole milliseconds.
const times: number[] = [];
const done = Promise.withResolvers<Result>();
const settings: Options = {
  url,
  connections,
  ...(amount === undefined ? { duration: seconds } : { amount }),
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  requests: bodies.map((body: string) => ({ body })),
};
const running = autocannon(settings, (error, found) => (error ? done.reject(error) : done.resolve(found)));
running.on('response', (_client, _status, _bytes, time) => {
  if (times.length < 1_000_000) times.push(time);
});
const result = await done.promise;
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    p50: median(times),
    ok: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
  }),
);
