import type { Step } from './step.ts';

/** 0.01 and 999999.99, in cents. */
const least = 1;
const greatest = 99_999_999;

/**
 * Writes and reads, with the client's own types, every amount that the contract allows. It keeps all cores busy for
 * minutes.
 */
export const sweepAmounts: Step = {
  id: 'every-amount',
  title: 'every amount',
  async attempt({ driver }) {
    const { sweep } = await driver.send({ op: 'sweep', from: least, to: greatest });
    if (sweep?.tried !== greatest - least + 1) throw new Error('expected every amount to be tried');
    if (sweep.wrong > 0) throw new Error(`expected every amount to survive, lost ${sweep.first?.join(', ')}`);
  },
};
