import { createOne } from '../load/operations.ts';
import { ourSandbox } from '../servers/our-server.ts';
import { startSubject } from '../servers/subject.ts';
import { estimate } from '../statistics/estimate.ts';
import type { Measurement } from './measurement.ts';

/** The time from the start of a sandbox, in a folder that it knows, to its response to a create. */
export const start: Measurement = {
  title: 'time from the start of a sandbox to its first response',
  async run({ rounds }, place, begin) {
    const times: number[] = [];
    begin(() => {
      const { median, low, high } = estimate(times.map((time) => [time]));
      const text = `${median.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)}) in ${times.length} starts`;
      return { tables: [], remarks: times.length > 0 ? [text] : [] };
    });
    // The first one makes the folder and warms the file cache.
    for (let i = 0; i <= 2 * rounds; i++) {
      const began = performance.now();
      const subject = await startSubject(ourSandbox, place);
      try {
        await createOne(subject);
        if (i > 0) times.push(performance.now() - began);
      } finally {
        await subject.stop();
      }
    }
  },
};
