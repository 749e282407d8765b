import { createRandom } from '../../../tools/random.ts';
import { amountIn, longForms } from '../run/hostile-server.ts';
import type { Step } from './step.ts';

/** So many amounts, each in both forms. */
const count = 10_000;
/** So many of them go through the sandbox by a client that writes no more digits than needed: it has seen these texts often. */
const sampled = 50;
const seed = 53;

const lengthOf = (text: string): number => text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

/**
 * Gives a client amounts with 17 digits, and has it read such amounts. What it then writes with more digits than needed, as
 * `999999.98999999999`, is sent to the sandbox too, which must take it for the amount in cents.
 */
export const longDigits: Step = {
  id: 'long-digits',
  title: '17 digits',
  async attempt({ driver, sandbox, hostile }, keep) {
    const random = createRandom(seed);
    const wrong: string[] = [];
    let longest = 0;
    let surplus = 0;
    for (let at = 0; at < count; at += 1) {
      const amount = (1 + Math.floor(random() * 99_999_999)) / 100;
      for (const [form, write] of Object.entries(longForms)) {
        const body = { cashTag: '$coffeeshop', amount: write(amount) };
        const echoed = await driver.send({ op: 'create', url: hostile.url(form), token: 'token', body });
        const written = amountIn(hostile.lastBody());
        const isLong = lengthOf(written) > lengthOf(String(amount));
        const replies = [echoed];
        if (isLong || at < sampled)
          replies.push(await driver.send({ op: 'create', url: sandbox.url, token: sandbox.token, body }));
        longest = Math.max(longest, lengthOf(written));
        surplus += isLong ? 1 : 0;
        // A client with decimals reads 12.339999999999999, which is what the server wrote: the nearest double counts.
        const lost = replies.find(({ invoice }) => Number(invoice?.amount) !== amount);
        if (Number(written) !== amount || lost)
          wrong.push(`${body.amount}, written ${written}, read ${lost?.invoice?.amount ?? JSON.stringify(lost)}`);
      }
    }
    if (wrong.length > 0) throw new Error(`expected each amount to be that in cents, lost ${wrong.length}: ${wrong[0]}`);
    keep([`up to ${longest}`, surplus.toLocaleString('en-US'), (count * 2).toLocaleString('en-US')]);
  },
};
