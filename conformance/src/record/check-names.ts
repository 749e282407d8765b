import { type Contract, fieldRequirement } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { pointed } from '../contract/follow-reference.ts';
import type { Finding } from '../outcome/finding.ts';
import { makeFinding } from '../outcome/make-finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that no invoice contains a field of the contract twice, because parsers differ in which value they read. */
export function checkNamesOnce(contract: Contract, shown: readonly Shown[]): Finding[] {
  return firstOfEach(
    shown.flatMap(({ operation, exchange }) => {
      const text = exchange.answer?.text ?? '';
      const fields = Object.entries(operation.response.properties ?? {});
      // Only a text in which a name may occur twice is scanned.
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

/** Returns the field names of a JSON object in order, including repeats. */
export function topNames(json: string): string[] {
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
