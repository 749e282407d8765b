import { createRandom } from '../../../tools/random.ts';
import type { Reply } from '../run/driver.ts';
import { longForms } from '../run/hostile-server.ts';
import type { Step, Surroundings } from './step.ts';

/** How many amounts to test. Each is given to the client in both of `longForms`. */
const count = 10_000;
/** How many amounts of each form to send to the sandbox even if the client writes them without unneeded digits. */
const sampled = 50;
/** How many orders to send without waiting for replies. On a busy machine, sending them one at a time would take much longer. */
const batch = 50;
const seed = 53;

const lengthOf = (text: string): number => text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

/** An amount, the text that the client received for it (`given`), the text that the client wrote, and the replies. */
interface Carried {
  amount: number;
  given: string;
  written: string;
  replies: Reply[];
}

/**
 * Gives a client amounts with 17 digits to write and to read. Amounts that the client writes with more digits than needed, as in
 * `999999.98999999999`, are also sent to the sandbox, which must read them correctly.
 */
export const longDigits: Step = {
  id: 'long-digits',
  title: '17 digits',
  async attempt(around, keep) {
    const random = createRandom(seed);
    const amounts = Array.from({ length: count }, () => (1 + Math.floor(random() * 99_999_999)) / 100);
    const carried: Carried[] = [];
    for (const form of ['17g', '16e'] as const)
      for (let from = 0; from < count; from += batch)
        carried.push(...(await carry(amounts.slice(from, from + batch), form, from < sampled, around)));
    const wrong = carried.filter(({ amount, written, replies }) => Number(written) !== amount || replies.some(isOther(amount)));
    const [first] = wrong;
    if (first) {
      const read = first.replies.map(({ invoice, ...others }) => invoice?.amount ?? JSON.stringify(others)).join(' and ');
      throw new Error(
        `expected each amount to be that in cents, lost ${wrong.length}: ${first.given}, written ${first.written}, read ${read}`,
      );
    }
    const longest = carried.reduce((most, { written }) => Math.max(most, lengthOf(written)), 0);
    keep([`up to ${longest}`, carried.filter(isLong).length.toLocaleString('en-US'), carried.length.toLocaleString('en-US')]);
  },
};

/** Compares doubles. A client with decimal numbers reads 12.339999999999999 exactly, but that is the same double as 12.34. */
const isOther =
  (amount: number) =>
  ({ invoice }: Reply): boolean =>
    Number(invoice?.amount) !== amount;

const isLong = ({ amount, written }: Carried): boolean => lengthOf(written) > lengthOf(String(amount));

/**
 * Makes the client write and read amounts in one form. Then makes it send to the sandbox the amounts that it wrote with more
 * digits than needed, or all amounts if `all` is true.
 */
async function carry(
  amounts: number[],
  form: keyof typeof longForms,
  all: boolean,
  { driver, sandbox, hostile }: Surroundings,
): Promise<Carried[]> {
  const create = (url: string, token: string, amount: string) =>
    driver.send({ op: 'create', url, token, body: { cashTag: '$coffeeshop', amount } });
  const carried = await Promise.all(
    amounts.map(async (amount): Promise<Carried> => {
      const given = longForms[form](amount);
      const reply = await create(hostile.url(form), 'token', given);
      return { amount, given, written: reply.invoice?.note ?? '', replies: [reply] };
    }),
  );
  const sent = carried.filter((one) => all || isLong(one));
  await Promise.all(sent.map(async (one) => one.replies.push(await create(sandbox.url, sandbox.token, one.given))));
  return carried;
}

/** The smallest amount, 0.01, and the greatest, 999999.99, in cents. */
const least = 1;
const greatest = 99_999_999;

/** Writes and reads every amount that the contract allows, with the client's own types. It keeps all cores busy for minutes. */
export const sweepAmounts: Step = {
  id: 'every-amount',
  title: 'every amount',
  async attempt({ driver }) {
    const { sweep } = await driver.send({ op: 'sweep', from: least, to: greatest });
    if (sweep?.tried !== greatest - least + 1) throw new Error('expected every amount to be tried');
    if (sweep.wrong > 0) throw new Error(`expected every amount to survive, lost ${sweep.first?.join(', ')}`);
  },
};
