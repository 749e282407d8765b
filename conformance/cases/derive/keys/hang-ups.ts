import { isSuccess } from '../../../src/http/exchange.ts';
import { withHeader } from '../../../src/http/json-request.ts';
import { sleep } from '../../../src/places/places.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { type KeyTrial, shown } from '../../play/key-trial.ts';

/** Milliseconds after which a caller hangs up, of several calls. */
const hangUps = [0, 3, 10];

/** Milliseconds for which a call may still run after its caller hung up, and milliseconds between two repetitions of the call. */
const [longest, pause] = [10_000, 200];

/** Trials of calls whose caller closes the connection before the response comes. */
export const hangUpTrials: KeyTrial[] = [
  {
    id: 'after-hang-up',
    title: 'A key works after a call with it whose connection the caller closed, whatever became of that call',
    requirement: 'idempotency-keeps-successes-only/failed',
    // A busy run would hang up too late, after the response.
    alone: true,
    sends: (key) => hangUps.map((at) => `${key}-${at}`),
    async try({ subject, operation, anew }, key) {
      const calls = await Promise.all(
        hangUps.map(async (cancelAfter) => {
          const [own, { body, send }] = [`${key}-${cancelAfter}`, await anew()];
          const request = withHeader(requestFor(operation, body), 'Idempotency-Key', own);
          return { own, send, first: await subject.wire.send(subject.settings, { ...request, cancelAfter }) };
        }),
      );
      const until = performance.now() + Math.min(longest, subject.settings.timeout);
      for (const { own, send, first } of calls) {
        let again = await send(own);
        while (again.answer?.status === 409 && performance.now() < until) {
          await sleep(pause);
          again = await send(own);
        }
        if (again.answer && isSuccess(again.answer)) continue;
        // An earlier call may have changed the object so that the deployment refuses this call with any key.
        const alone = await send(crypto.randomUUID());
        if (!alone.answer || !isSuccess(alone.answer)) continue;
        return { exchanges: [first, again], expected: 'a success when the call is sent again', received: shown(again) };
      }
      return { exchanges: calls.map(({ first }) => first), expected: 'a success' };
    },
  },
];
