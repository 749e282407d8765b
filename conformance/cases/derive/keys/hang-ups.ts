import { isSuccess } from '../../../src/http/exchange.ts';
import { withHeader } from '../../../src/http/json-request.ts';
import { sleep } from '../../../src/places/places.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { type KeyTrial, shown } from '../../play/key-trial.ts';

/** Milliseconds after which a caller hangs up, of several calls. */
const hangUps = [0, 3, 10];

/** Milliseconds for which a call may still be running after its caller hung up, and between two repetitions of it. */
const [longest, pause] = [10_000, 200];

/** Trials of calls whose caller closes the connection before the response comes. */
export const hangUpTrials: KeyTrial[] = [
  {
    id: 'after-hang-up',
    title: 'A key works after a call with it whose connection the caller closed, whatever became of that call',
    requirement: 'idempotency-keeps-successes-only/failed',
    sends: (key) => hangUps.map((at) => `${key}-${at}`),
    async try({ subject, operation, body, send }, key) {
      const exchanges = await Promise.all(
        hangUps.map((cancelAfter) => {
          const request = withHeader(requestFor(operation, body), 'Idempotency-Key', `${key}-${cancelAfter}`);
          return subject.wire.send(subject.settings, { ...request, cancelAfter });
        }),
      );
      const until = performance.now() + Math.min(longest, subject.settings.timeout);
      for (const [at, first] of exchanges.entries()) {
        let again = await send(`${key}-${hangUps[at]}`);
        while (again.answer?.status === 409 && performance.now() < until) {
          await sleep(pause);
          again = await send(`${key}-${hangUps[at]}`);
        }
        if (again.answer && isSuccess(again.answer)) continue;
        return { exchanges: [first, again], expected: 'a success when the call is sent again', received: shown(again) };
      }
      return { exchanges, expected: 'a success' };
    },
  },
];
