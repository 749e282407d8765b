import type { CreateBody, Reply } from '../run/driver.ts';
import { amountIn } from '../run/hostile-server.ts';
import { expectFields, expectInvoice, expectProblem, isSameAmount, type Step, type Surroundings, show } from './step.ts';

/**
 * Amounts that a 32-bit float cannot represent, an amount that a sum of doubles gets wrong, the smallest amount and the
 * largest.
 */
const amounts = [
  '0.01',
  '0.07',
  '0.29',
  '1',
  '1.1',
  '12.34',
  '62.5',
  '100.10',
  '4503.59',
  '131072.01',
  '131072.07',
  '131072.13',
  '263094.29',
  '999999.99',
];
const largeAmounts = ['262144.03', '524288.06', '999999.01', '999999.98', '999999.99'];

/** A step that does not need a sandbox. */
interface HostileStep extends Step {
  attempt(around: Pick<Surroundings, 'driver' | 'hostile'>): Promise<void>;
}

/**
 * Steps that give a client valid responses that the reference server never sends, or responses of a proxy in front of the
 * server.
 */
export const hostileSteps: HostileStep[] = [
  {
    id: 'null-and-absent',
    title: 'null, absent',
    async attempt(around) {
      const invoice = expectInvoice(await create(around, 'echo'));
      expectFields(invoice, { receiptId: null, paidAmount: null, returnUrl: null });
      const body = around.hostile.lastBody();
      const sent = JSON.parse(body) as Record<string, unknown>;
      const surplus = Object.keys(sent).filter(
        (name) => !['cashTag', 'amount'].includes(name) && !(name === 'isWhiteLabel' && sent[name] === false),
      );
      if (surplus.length > 0) throw new Error(`expected nothing for fields that were not set, sent ${body}`);
    },
  },
  {
    id: 'money',
    title: 'money',
    async attempt(around) {
      for (const amount of [...amounts, ...largeAmounts]) {
        const { amount: read } = expectInvoice(await create(around, 'echo', { amount }));
        const body = around.hostile.lastBody();
        // Compares doubles, because a JSON number stands for the nearest double: 0.070000000000000007 is 0.07.
        if (Number(amountIn(body)) !== Number(amount)) throw new Error(`expected ${amount} to be sent, sent ${body}`);
        if (!isSameAmount(read, amount)) throw new Error(`expected ${amount} to be read, read ${read}`);
      }
    },
  },
  {
    id: 'times',
    title: 'times',
    async attempt(around) {
      const whole = { createdAt: Date.UTC(2026, 10, 21, 10), expiresAt: Date.UTC(2026, 10, 21, 10, 30) };
      expectFields(expectInvoice(await create(around, 'echo')), whole);
      expectFields(expectInvoice(await create(around, 'no-fraction')), whole);
      expectFields(expectInvoice(await create(around, 'microseconds')), {
        createdAt: whole.createdAt,
        expiresAt: whole.expiresAt + 500,
      });
    },
  },
  {
    id: 'added-fields',
    title: 'added field',
    async attempt(around) {
      expectFields(expectInvoice(await create(around, 'added-fields')), { note: '7QK2M-X9D4T' });
    },
  },
  {
    id: 'core-deployment',
    title: 'core values',
    async attempt(around) {
      const expected = {
        id: '7',
        note: 'Order no. 17, with thanks',
        cashTag: 'some-one_else',
        paymentUrl: 'https://pay.example/7?a=|b',
      };
      expectFields(expectInvoice(await create(around, 'core')), expected);
    },
  },
  {
    id: 'unknown-code',
    title: 'unknown code',
    async attempt(around) {
      const problem = expectProblem(await create(around, 'unknown-code'), 422, 'amount_is_unlucky');
      if (problem?.items?.join() !== 'unlucky') throw new Error(`expected item unlucky, got ${problem?.items?.join() ?? 'none'}`);
      expectProblem(await create(around, 'bare-problem'), 409, null);
    },
  },
  {
    id: 'html-502',
    title: 'HTML 502',
    async attempt(around) {
      const reply: Reply = await create(around, 'html-502');
      if ((reply.failure ?? reply.problem)?.status !== 502) throw new Error(`expected status 502 to be told, got ${show(reply)}`);
    },
  },
];

function create({ driver, hostile }: Pick<Surroundings, 'driver' | 'hostile'>, mode: string, fields: Partial<CreateBody> = {}) {
  return driver.send({
    op: 'create',
    url: hostile.url(mode),
    token: 'token',
    body: { cashTag: '$coffeeshop', amount: '12.5', ...fields },
  });
}
