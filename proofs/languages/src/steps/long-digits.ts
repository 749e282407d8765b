import { createRandom } from '../../../tools/random.ts';
import { amountIn } from '../run/hostile-server.ts';
import { isSameAmount } from './same-amount.ts';
import { expectInvoice, type Step } from './step.ts';

/** So many amounts, each in both forms. */
const count = 10_000;
const seed = 53;

/** The 17 digits of a double, as `%.17g` and as `%.16e` write them. */
const forms: [name: string, write: (amount: number) => string][] = [
  ['%.17g', (amount) => amount.toPrecision(17)],
  ['%.16e', (amount) => amount.toExponential(16)],
];

/**
 * Creates invoices of amounts with 17 digits. A client that writes a number as short as it can makes the usual text of them; the others
 * send `999999.98999999999`, and get the invoice all the same.
 */
export const longDigits: Step = {
  id: 'long-digits',
  title: '17 digits',
  async attempt({ driver, sandbox, hostile }) {
    const random = createRandom(seed);
    const lengths = new Set<number>();
    const wrong: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const amount = (1 + Math.floor(random() * 99_999_999)) / 100;
      for (const [, write] of forms) {
        const body = { cashTag: '$coffeeshop', amount: write(amount) };
        if (at < 50) {
          await driver.send({ op: 'create', url: hostile.url('echo'), token: 'token', body });
          lengths.add(amountIn(hostile.lastBody()).replace(/e.*$/i, '').replace(/\D/g, '').length);
        }
        const reply = await driver.send({ op: 'create', url: sandbox.url, token: sandbox.token, body });
        const read = reply.invoice === undefined ? JSON.stringify(reply) : expectInvoice(reply).amount;
        if (!isSameAmount(read, String(amount))) wrong.push(`${body.amount}: ${read}`);
      }
    }
    const longest = Math.max(...lengths);
    process.stderr.write(
      `  ${count} amounts in ${forms.length} forms, written with up to ${longest} digits: ${wrong.length} wrong\n`,
    );
    if (wrong.length > 0) throw new Error(`expected each amount to be that in cents, lost ${wrong.slice(0, 3).join(', ')}`);
  },
};
