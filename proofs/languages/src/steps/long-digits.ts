import { createRandom } from '../../../tools/random.ts';
import { amountIn, longForms } from '../run/hostile-server.ts';
import type { Step } from './step.ts';

/** The number of amounts to test, each in both forms. */
const count = 10_000;
/**
 * The number of amounts sent to the sandbox by a client that writes no unneeded digits, because the sandbox has often been tested
 * with these.
 */
const sampled = 50;
const seed = 53;

const lengthOf = (text: string): number => text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

/**
 * Gives a client amounts with 17 digits, and lets it read such amounts. If it writes more digits than needed, as in
 * `999999.98999999999`, sends them to the sandbox too, which must read the amount to the cent.
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
        // A client with decimal numbers reads 12.339999999999999 exactly as the server wrote it, so compare by the nearest
        // double.
        const lost = replies.find(({ invoice }) => Number(invoice?.amount) !== amount);
        if (Number(written) !== amount || lost)
          wrong.push(`${body.amount}, written ${written}, read ${lost?.invoice?.amount ?? JSON.stringify(lost)}`);
      }
    }
    if (wrong.length > 0) throw new Error(`expected each amount to be that in cents, lost ${wrong.length}: ${wrong[0]}`);
    keep([`up to ${longest}`, surplus.toLocaleString('en-US'), (count * 2).toLocaleString('en-US')]);
  },
};
