import { amountOf, sendReceipt } from '../../payments/pay.ts';
import { makePayable, unsubmittedPayable } from '../../payments/receipts.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { judgeNoSuccess } from '../derive/refusals/send-violation.ts';
import { judgeNearId } from '../fetch-payment/odd.ts';
import { nearIds, oddTexts, requirementOfUnknown } from '../play/near-ids.ts';
import { firstWrong, judgeNoServerError, judgeUnchanged } from '../play/odd-input.ts';

/** URLs that a parser may rewrite, and one that a short column truncates. */
const urls = [
  'https://example.com',
  `https://example.com/thanks?basket=${'0123456789'.repeat(60)}`,
  'https://Example.com/a%2fb/../c?b=a+b&a=%7e&b=2#x',
];

/** Values that a server could take to mean the newest invoice. None is an invoice's id; with undefined, the field is left out. */
const noIds = [undefined, null, '', 'no-such-invoice-0123456789', 'latest', true, 0, [], {}];

/** Cases for receipts that nobody could have issued, and for ids that no invoice has. */
export const oddCases: DeclareCases = (contract) => [
  {
    id: 'submit-receipt/odd/receipts',
    title: 'An unreadable or a repeated receipt does not lead to a 500',
    requirement: 'bad-input-is-no-server-error',
    operations: ['create-payment', 'submit-receipt'],
    takesEither: true,
    async run({ subject }) {
      // The odd receipts have an invoice of their own, because a core deployment may accept one, which changes the invoice.
      const { id } = invoiceOf(await subject.create());
      const { body } = await baselineOf(subject, operationById(contract, 'submitReceipt'));
      await subject.send(subject.requestOf('submitReceipt', body));
      const again = await subject.send(subject.requestOf('submitReceipt', body));
      const wrong = judgeNoServerError(contract, 'webReceipt', 'once more', again);
      if (wrong.length > 0) return wrong;
      return firstWrong(oddTexts, async (receipt) =>
        judgeNoServerError(contract, 'webReceipt', showValue(receipt), await sendReceipt(subject, id, receipt)),
      );
    },
  },
  {
    id: 'submit-receipt/odd/ids',
    title: 'A receipt is not counted if its id only resembles that of an invoice',
    requirement: 'submit-refuses-wrong-types',
    covers: ['bad-input-is-no-server-error', 'unknown-invoice-is-404'],
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject, features }) {
      const { invoice, webReceipt } = await unsubmittedPayable(subject);
      const near = typeof invoice.id === 'string' ? nearIds(invoice.id) : [];
      const submit = operationById(contract, 'submitReceipt');
      return firstWrong(near, async (tried) =>
        judgeNearId(contract, submit, features, [invoice.id, tried], await sendReceipt(subject, tried, webReceipt)),
      );
    },
  },
  {
    id: 'submit-receipt/odd/urls',
    title: 'The response of submit has a returnUrl of unusual form as the create sent it',
    requirement: 'invoice-return-url',
    operations: ['create-payment', 'submit-receipt'],
    takesEither: true,
    async run({ subject }) {
      // Pays one invoice after another, because the self-check matches recorded payments and responses by their order.
      for (const returnUrl of urls) {
        const created = await subject.create({ ...subject.createBody, returnUrl });
        // A deployment may refuse such a URL.
        if (!hasSucceeded(created)) continue;
        const invoice = invoiceOf(created);
        const receipt = await subject.pay({ invoice, amount: amountOf(subject), outcome: 'completed' });
        const exchange = await sendReceipt(subject, invoice.id, receipt ?? `made-up-receipt-${crypto.randomUUID()}`);
        const same = (value: unknown): boolean => value === returnUrl;
        const about = { requirement: 'invoice-return-url', member: 'returnUrl', expected: returnUrl, same };
        const wrong = judgeUnchanged(contract, about, exchange);
        if (wrong.length > 0) return wrong;
      }
      return [];
    },
  },
  {
    id: 'submit-receipt/odd/in-array',
    title: 'A receipt or an id inside an array or an object is refused',
    requirement: 'submit-refuses-wrong-types',
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const { invoice, webReceipt } = await makePayable(subject);
      const bodies = [
        { invoiceId: invoice.id, webReceipt: [webReceipt] },
        { invoiceId: [invoice.id], webReceipt },
        { invoiceId: invoice.id, webReceipt: { webReceipt } },
        { invoiceId: { id: invoice.id }, webReceipt },
        { invoiceId: { invoiceId: invoice.id }, webReceipt },
      ];
      return firstWrong(bodies, async (body) => {
        const exchange = await subject.send(subject.requestOf('submitReceipt', body));
        const about = { member: 'webReceipt', expected: 'no success, because the field must be a text' };
        return judgeNoSuccess(contract, 'submit-refuses-wrong-types', exchange, about);
      });
    },
  },
  {
    id: 'submit-receipt/newest',
    title: 'A receipt of the newest invoice is refused without an id, and with one that no invoice has',
    requirement: 'submit-requires-invoice-id',
    covers: ['submit-refuses-wrong-types', 'unknown-invoice-is-404'],
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run({ subject, features }) {
      const { webReceipt } = await makePayable(subject);
      return firstWrong(noIds, async (id) => {
        const body = { ...(id !== undefined && { invoiceId: id }), webReceipt };
        const exchange = await subject.send(subject.requestOf('submitReceipt', body));
        if (!hasSucceeded(exchange)) return [];
        const isText = typeof id === 'string' && id !== '';
        const requirement = isText ? requirementOfUnknown('submit', features) : 'submit-refuses-wrong-types';
        return broken(contract, id === undefined ? 'submit-requires-invoice-id' : requirement, {
          member: 'invoiceId',
          pointer: `${operationById(contract, 'submitReceipt').requestPointer}/properties/invoiceId`,
          difference: `invoiceId: that of the newest invoice → ${id === undefined ? 'absent' : showValue(id)}`,
          ...insteadOf('no success: the receipt is submitted for no invoice', exchange),
        });
      });
    },
  },
];
