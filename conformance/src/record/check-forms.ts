import { checkField } from '../checks/check-field.ts';
import { checkMediaType } from '../checks/check-media-type.ts';
import { claimedSchema } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, findAbout, type Operation } from '../contract/contract.ts';
import type { Finding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/**
 * Judges the fields and the media type of every invoice that was shown, so that a defect in one response out of ten is found too.
 */
export function checkForms(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const judges = new Map(contract.operations.map((operation) => [operation, judgeOf(contract, features, operation)]));
  const sent = returnUrlsSent(shown);
  const findings = shown.flatMap(({ operation, exchange, invoice }) =>
    (judges.get(operation)?.(invoice) ?? [])
      // An accepted returnUrl comes back as it was sent, whatever its form.
      .filter((field) => field !== 'returnUrl' || !sent.has(invoice.returnUrl))
      .flatMap((field) => checkField(contract, operation, field, exchange, features)),
  );
  const types = shown.flatMap(({ operation, exchange }) => {
    const requirement = findAbout(operation, 'media-type');
    return requirement ? checkMediaType(operation, requirement, exchange) : [];
  });
  return firstOfEach([...findings, ...types]);
}

/** Compiles the schemas of an operation's fields. The returned function lists the names of invalid fields. */
function judgeOf(
  contract: Contract,
  features: ReadonlySet<string>,
  operation: Operation,
): (invoice: Record<string, unknown>) => string[] {
  const rules = Object.entries(operation.response.properties ?? {}).map(([field, declared]) => ({
    field,
    validate: compileSchema(claimedSchema(contract, declared, features)),
    required: operation.response.required?.includes(field) ?? false,
  }));
  return (invoice) =>
    rules.flatMap(({ field, validate, required }) => {
      const isRight = Object.hasOwn(invoice, field) ? validate(invoice[field]) : !required;
      return isRight ? [] : [field];
    });
}

function returnUrlsSent(shown: readonly Shown[]): Set<unknown> {
  const creates = shown.filter(({ operation }) => operation.id === 'createPayment');
  return new Set(
    creates
      .flatMap(({ exchange }) => /"returnUrl"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(exchange.request.body ?? '')?.[1] ?? [])
      .map((text) => JSON.parse(text)),
  );
}
