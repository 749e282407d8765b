import { acceptedSubmit } from '../../payments/receipts.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { compareField } from '../../src/checks/compare-field.ts';
import { echoOf, operationById, requirementById } from '../../src/contract/contract.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { asCreated } from '../fetch-payment/answer.ts';
import { submittedWithMore } from '../play/create-with.ts';

export const asCreatedCases: DeclareCases = (contract) => {
  const submit = operationById(contract, 'submitReceipt');
  const requirement = requirementById(contract, 'submit-answers-invoice');
  const fields = stayingFields(contract, submit);
  return [
    ...asCreated(contract, submit, requirement, async (subject) => {
      const { payable, exchange } = await acceptedSubmit(subject);
      return [payable.created, exchange];
    }),
    {
      id: 'submit-receipt/as-created/every-member-sent',
      derived: true,
      proves: fields.flatMap((field) =>
        echoOf(field, submit.response.properties?.[field] ?? {}) ? [`echo of ${field} at ${submit.id}`] : [],
      ),
      title: 'The optional fields of a create are the same in the response of submit',
      requirement: requirement.id,
      operations: ['create-payment', submit.slug],
      async run({ subject, features }) {
        const { created, exchange } = await submittedWithMore(subject, features);
        if (hasSucceeded(exchange)) return fields.flatMap((field) => compareField(submit, requirement, field, created, exchange));
        const about = insteadOf('a 2xx status and the invoice, because the receipt pays it in full', exchange);
        return broken(contract, requirement.id, { ...about, exchanges: [created, exchange] });
      },
    },
  ];
};
