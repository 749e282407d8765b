import type { DeclareCases } from '../../src/case/case.ts';
import { compareField } from '../../src/checks/compare-field.ts';
import { isClaimedProperty } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { operationById, requirementById, type Schema } from '../../src/contract/contract.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { shownInvoices } from '../../src/record/shown-invoices.ts';
import { knownCallbackUrl, knownReturnUrl, sentValue } from '../derive/requests/sent-values.ts';
import { firstWrong } from '../play/odd-input.ts';

/** Cases for several invoices that have the same value in a field. */
export const alikeCases: DeclareCases = (contract) => {
  const create = operationById(contract, 'createPayment');
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  const shown = stayingFields(contract, fetch);
  return [
    {
      id: 'create-payment/alike',
      title: 'Invoices with the same URL, tag or amount do not change each other, whether created in turn or at once',
      requirement: same.id,
      operations: ['create-payment', 'fetch-payment'],
      derived: true,
      async run({ subject, features }) {
        const fields = Object.entries(create.request.properties ?? {}).filter(([, schema]) =>
          isClaimedProperty(contract, schema, features),
        );
        const first = Object.fromEntries(
          fields.map(([name, schema]) => [name, subject.createBody[name] ?? firstValue(name, schema, create.requestPointer)]),
        );
        const others = fields.map(([name, schema]) => [name, otherValue(schema, first[name])] as const);
        const bodies = [first, ...fields.map(([name]) => ({ ...Object.fromEntries(others), [name]: first[name] }))];
        const made = [];
        for (const body of bodies) made.push(await subject.create(body));
        made.push(...(await Promise.all(bodies.map((body) => subject.create(body)))));
        // A core deployment may refuse the bodies with another tag or another amount.
        const created = shownInvoices(contract, made.filter(hasSucceeded));
        if (created.length < 3) throw new CaseSkipped('This deployment refused the other values, as it may.');
        return firstWrong(created, async (one) => {
          const read = await subject.fetch(one.invoice.id);
          // compareField reports nothing for an invoice that is not found, because another case does.
          return shown.flatMap((field) => compareField(fetch, same, field, one.exchange, read));
        });
      },
    },
  ];
};

/** Makes a value that no other case has sent, if possible: a server may store each distinct value only once. */
function firstValue(name: string, schema: Schema, pointer: string): unknown {
  const number = String(Math.floor(1000 + Math.random() * 9000));
  if (name === 'callbackUrl') return `${knownCallbackUrl}/${number}`;
  const value = sentValue(schema, `${pointer}/properties/${pointed(name)}`);
  return value === knownReturnUrl ? knownReturnUrl.replace('1042', number) : value;
}

/** Returns another value that the schema allows, or the same value if no other can be made. */
function otherValue(schema: Schema, value: unknown): unknown {
  const isAllowed = compileSchema(schema);
  const made = [
    ...(schema.enum ?? []),
    ...(typeof value === 'boolean' ? [!value] : []),
    ...(typeof value === 'number' ? [value + 1, value / 2] : []),
    ...(schema.format === 'uri' ? [`${value}${String(value).includes('?') ? '&' : '?'}again=1`] : []),
    ...(typeof value === 'string' ? [`${value}2`, value.slice(0, -1)] : []),
  ];
  return made.find((other) => other !== value && other !== null && isAllowed(other)) ?? value;
}
