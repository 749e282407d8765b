import type { Case } from '../../../src/case/case.ts';
import { type Contract, fieldRequirement, type Operation } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { isSuccess, type RequestSpec } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { firstWrong } from '../../play/odd-input.ts';

/** Objects in which other APIs nest the fields. A careless copy of the body inherits the fields in `__proto__`. */
const wrappers = ['data', 'invoice', '__proto__'];

/** Returns headers with a field's value, under the names that a server might read it from. */
const headersFor = (name: string, value: string): [string, string][] => [
  [name, value],
  [`X-${name.replace(/[A-Z]/g, (letter) => `-${letter}`).replace(/^./, (letter) => letter.toUpperCase())}`, value],
];

/** Derives a case: a request is refused if its fields are inside another field, in the query string or in headers. */
export function deriveRequiredElsewhere(contract: Contract, operation: Operation): Case[] {
  const [field] = operation.request.required ?? [];
  if (field === undefined) return [];
  const pointer = `${operation.requestPointer}/properties/${pointed(field)}`;
  const requirement = fieldRequirement(contract, operation.request.properties?.[field] ?? {}, pointer).id;
  return [
    {
      id: `${operation.slug}/required-elsewhere`,
      title: `${operation.slug} with its fields inside another field, in the query string, or in headers, is refused`,
      requirement,
      operations: [operation.slug],
      async run({ subject }) {
        const { body } = await baselineOf(subject, operation);
        const texts = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
        const inQuery = requestFor(operation, {});
        inQuery.path += `?${new URLSearchParams(texts)}`;
        // Leaves out values with spaces, line breaks or characters beyond ASCII, because some of them cannot be sent in a header.
        const plain = texts.filter(([, value]) => /^[!-~]*$/.test(value));
        const inHeaders = requestFor(operation, {});
        const cookie = plain.map(([name, value]) => `${name}=${value}`).join('; ');
        inHeaders.headers.push(...plain.flatMap(([name, value]) => headersFor(name, value)), ['Cookie', cookie]);
        const tries: [place: string, spec: RequestSpec][] = [
          ...wrappers.map((name): [string, RequestSpec] => [name, requestFor(operation, Object.fromEntries([[name, body]]))]),
          ['the query string', inQuery],
          ['headers', inHeaders],
        ];
        return firstWrong(tries, async ([place, spec]) => {
          const exchange = await subject.send(spec);
          if (!exchange.answer || !isSuccess(exchange.answer)) return [];
          const about = { member: field, pointer, difference: `the fields of the body → in ${place}` };
          return broken(contract, requirement, { ...about, ...insteadOf(`no success: ${field} is missing`, exchange) });
        });
      },
    },
  ];
}
