import { checkMediaType } from '../checks/check-media-type.ts';
import { checkField } from '../checks/compare-field.ts';
import { claimedSchema } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, fieldRequirement, findAbout, type Operation } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { factsOf } from '../contract/domain.ts';
import { pointed } from '../contract/follow-reference.ts';
import { type Finding, makeFinding } from '../outcome/finding.ts';
import type { Inputs } from '../subject/request-for.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks the fields and the media type in every response with an invoice, because a defect may affect only some responses. */
export function checkForms(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const judges = new Map(contract.operations.map((operation) => [operation, judgeOf(contract, features, operation)]));
  const { repeated } = factsOf(contract);
  const sent = textsSent(repeated, shown);
  const findings = shown.flatMap(({ operation, exchange, invoice }) =>
    (judges.get(operation)?.(invoice) ?? [])
      .filter((field) => field !== repeated || !sent.has(invoice[field]))
      .flatMap((field) => checkField(contract, operation, field, exchange, features)),
  );
  const types = shown.flatMap(({ operation, exchange }) => {
    const requirement = findAbout(operation, 'media-type');
    return requirement ? checkMediaType(operation, requirement, exchange) : [];
  });
  return firstOfEach([...findings, ...types]);
}

/** Makes a function that lists the fields of an invoice that do not match the schemas of this operation's response. */
function judgeOf(contract: Contract, features: ReadonlySet<string>, operation: Operation): (invoice: Inputs) => string[] {
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

/** Returns the texts that a field had in requests to create an invoice. */
function textsSent(field: string, shown: readonly Shown[]): Set<unknown> {
  const sent = new RegExp(`"${field}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`);
  const bodies = shown.flatMap(({ operation, exchange }) => (operation.creates ? (exchange.request.body ?? []) : []));
  const texts = bodies.flatMap((body) => sent.exec(body)?.[1] ?? []);
  return new Set(texts.map((text) => JSON.parse(text)));
}

/** Checks that no invoice contains a field twice, because JSON parsers differ in which value they use. */
export function checkNamesOnce(contract: Contract, shown: readonly Shown[]): Finding[] {
  return firstOfEach(
    shown.flatMap(({ operation, exchange }) => {
      const text = exchange.answer?.text ?? '';
      const fields = Object.entries(operation.response.properties ?? {});
      // Skips the slow check if no field's name occurs twice in the text.
      if (fields.every(([field]) => text.indexOf(`"${field}"`) === text.lastIndexOf(`"${field}"`))) return [];
      const names = topNames(text);
      return fields.flatMap(([field, schema]) => {
        const times = names.filter((name) => name === field).length;
        if (times < 2) return [];
        const pointer = `${operation.responsePointer}/properties/${pointed(field)}`;
        return makeFinding(contract, fieldRequirement(contract, schema, pointer).id, {
          ...{ member: field, pointer, exchanges: [exchange] },
          expected: `${field}: once`,
          received: `${field}: ${times} times in ${showValue(text)}`,
        });
      });
    }),
  );
}

/** Returns the names of an object's fields in the order of the JSON text, including duplicates. */
function topNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let last = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':' && depth === 1) names.push(String(JSON.parse(last)));
    last = token;
  }
  return names;
}
