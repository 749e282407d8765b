import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { invoiceOf, makePayable, unsubmittedPayable } from '../../src/subject/shared-exchanges.ts';
import { nearIds, oddTexts, requirementOfUnknown } from '../play/near-ids.ts';
import { firstWrong, judgeNoServerError, judgeUnchanged } from '../play/odd-input.ts';

/** URLs that a parser may rewrite, and one that a short column truncates. */
const urls = [
  'https://example.com',
  `https://example.com/thanks?basket=${'0123456789'.repeat(60)}`,
  'https://Example.com/a%2fb/../c?b=a+b&a=%7e&b=2#x',
];

/** Cases for receipts that nobody could have issued, and for ids that no invoice has. */
export const oddCases: DeclareCases = (contract) => [
  {
    id: 'submit-receipt/odd/receipts',
    title: 'An unreadable or a repeated receipt does not lead to a 500',
    requirement: 'bad-input-is-no-server-error',
    operations: ['create-payment', 'submit-receipt'],
    takesEither: true,
    async run({ subject }) {
      // All receipts are submitted for one new invoice, even though a core deployment may accept one of them.
      const { id } = invoiceOf(await subject.create());
      const submit = operationById(contract, 'submitReceipt');
      const { body } = await baselineOf(subject, submit);
      await subject.send(requestFor(submit, body));
      const again = await subject.send(requestFor(submit, body));
      const wrong = judgeNoServerError(contract, 'webReceipt', 'once more', again);
      if (wrong.length > 0) return wrong;
      return firstWrong(oddTexts, async (receipt) =>
        judgeNoServerError(contract, 'webReceipt', showValue(receipt), await subject.submit(id, receipt)),
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
      return firstWrong(near, async (tried) => {
        const exchange = await subject.submit(tried, webReceipt);
        const wrong = judgeNoServerError(contract, 'invoiceId', showValue(tried), exchange);
        if (wrong.length > 0 || !exchange.answer || !isSuccess(exchange.answer)) return wrong;
        return broken(contract, requirementOfUnknown('submit', features), {
          member: 'invoiceId',
          pointer: `${operationById(contract, 'submitReceipt').requestPointer}/properties/invoiceId`,
          difference: `invoiceId: ${showValue(invoice.id)} → ${showValue(tried)}`,
          ...insteadOf('no success: no invoice has this id', exchange),
        });
      });
    },
  },
  {
    id: 'submit-receipt/odd/urls',
    title: 'The response of submit has a returnUrl of unusual form as the create sent it',
    requirement: 'invoice-return-url',
    operations: ['create-payment', 'submit-receipt'],
    takesEither: true,
    async run({ subject }) {
      // Pays the invoices one after another. A self-check replays the payments, and could not assign simultaneous ones.
      for (const returnUrl of urls) {
        const created = await subject.create({ ...subject.createBody, returnUrl });
        // Skips a URL that the deployment refuses, as it may.
        if (!created.answer || !isSuccess(created.answer)) continue;
        const invoice = invoiceOf(created);
        const receipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
        const exchange = await subject.submit(invoice.id, receipt ?? `made-up-receipt-${crypto.randomUUID()}`);
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
      const { invoice, webReceipt, real } = await makePayable(subject);
      for (const body of [
        { invoiceId: invoice.id, webReceipt: [webReceipt] },
        { invoiceId: [invoice.id], webReceipt },
        { invoiceId: invoice.id, webReceipt: { webReceipt } },
        { invoiceId: { id: invoice.id }, webReceipt },
        { invoiceId: { invoiceId: invoice.id }, webReceipt },
      ]) {
        const exchange = await subject.send(subject.requestOf('submitReceipt', body));
        if (!exchange.answer || !isSuccess(exchange.answer)) continue;
        return broken(contract, 'submit-refuses-wrong-types', {
          member: 'webReceipt',
          expected: 'no success, because the field must be a text',
          received: `${exchange.answer.status} ${showValue(responseObject(exchange.answer) ?? exchange.answer.text)}${real ? '' : ', for a made-up receipt'}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
  ...newestCases(contract),
];

/** Values that are no invoice's id. For undefined, the field is left out. */
const noIds = [undefined, null, '', 'no-such-invoice-0123456789', 'latest', true, 0, [], {}];

/** Submits a receipt of the newest invoice without its id. A server that falls back to the newest invoice would accept it. */
const newestCases: DeclareCases = (contract) => {
  const submit = operationById(contract, 'submitReceipt');
  return [
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
          const exchange = await subject.send(requestFor(submit, { ...(id !== undefined && { invoiceId: id }), webReceipt }));
          if (!exchange.answer || !isSuccess(exchange.answer)) return [];
          const isText = typeof id === 'string' && id !== '';
          const requirement = isText ? requirementOfUnknown('submit', features) : 'submit-refuses-wrong-types';
          return broken(contract, id === undefined ? 'submit-requires-invoice-id' : requirement, {
            member: 'invoiceId',
            pointer: `${submit.requestPointer}/properties/invoiceId`,
            difference: `invoiceId: that of the newest invoice → ${id === undefined ? 'absent' : showValue(id)}`,
            ...insteadOf('no success: the receipt is submitted for no invoice', exchange),
          });
        });
      },
    },
  ];
};
