import { median } from '../median.ts';
import { ask, create } from '../operations.ts';
import { ours, startSubject } from '../subject.ts';
import type { Measurement } from './measurement.ts';

/** The time from the start of a server, in a folder that it knows, to its response to a create. */
export const start: Measurement = {
  title: 'time from start to the first response',
  async run({ rounds }, place) {
    const times: number[] = [];
    // The first one makes the folder and warms the file cache.
    for (let i = 0; i <= rounds; i++) {
      const begin = performance.now();
      const subject = await startSubject(ours, place);
      try {
        await ask(subject, 'create', create);
        if (i > 0) times.push(performance.now() - begin);
      } finally {
        await subject.stop();
      }
    }
    const ms = median(times);
    return { text: `first response after ${ms.toFixed(0)} ms`, figures: { milliseconds: ms, times } };
  },
};
