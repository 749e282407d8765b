import type { Case } from '../../src/case/case.ts';
import type { Contract, Operation, Schema } from '../../src/contract/contract.ts';
import { follow, locate } from '../../src/contract/follow-reference.ts';
import { contentFor, responseFor } from '../../src/contract/plain/read-responses.ts';
import { type Exchange, responseHeader, responseJson } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { isEntries } from '../../src/subject/write-parameter.ts';
import { exchangesOf } from './documented.ts';

/** The maximum depth to which a response is searched, and the maximum number of entries to search in each list. */
const [deepest, mostEntries] = [8, 20];

export function deriveWriteOnly(contract: Contract, operation: Operation): Case[] {
  const { slug, plain } = operation;
  const schemas = (plain?.responses ?? []).flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  const sent = sentOnly(operation);
  const has = (schema: string): boolean => hasWriteOnly(contract.document, follow(contract.document, schema), new Set());
  if (schemas.length === 0 || (sent.length === 0 && !schemas.some(has))) return [];
  return [
    {
      id: `${slug}/responses/write-only`,
      title: `No response of ${operation.method} ${operation.path} shows a field that is writeOnly`,
      requirement: `${slug}.write-only`,
      operations: [slug],
      alone: true,
      judgesRecord: true,
      async run({ contract, subject }) {
        const found = exchangesOf(contract, subject.wire.record, operation).flatMap((exchange) =>
          judge(contract, operation, sent, exchange),
        );
        return [...new Map(found.toReversed().map((finding) => [finding.member, finding])).values()];
      },
    },
  ];
}

/** Lists the writeOnly fields of a request body that are missing from the documented success response. */
const sentOnly = ({ request, response }: Operation): string[] =>
  Object.entries(request.properties ?? {}).flatMap(([name, { writeOnly }]) =>
    writeOnly === true && !Object.hasOwn(response.properties ?? {}, name) ? [name] : [],
  );

function judge(contract: Contract, operation: Operation, sent: string[], exchange: Exchange): Finding[] {
  const { answer: response } = exchange;
  const documented = response && responseFor(operation.plain?.responses ?? [], response.status);
  const schema = documented && contentFor(documented, responseHeader(response, 'content-type') ?? '')?.schema;
  if (!response || schema === undefined || response.status >= 300) return [];
  const body = responseJson(response);
  const shown = [
    ...shownIn(contract.document, follow(contract.document, schema), body, 0),
    ...sent.filter((name) => ((Object(body) as Schema)[name] ?? null) !== null),
  ];
  // The value stays out of the report, because it may be a secret.
  return shown.flatMap((field) =>
    broken(contract, `${operation.slug}.write-only`, {
      pointer: schema.slice(1),
      member: field,
      expected: `no ${field}: it is writeOnly`,
      received: `a value of ${field}`,
      exchanges: [exchange],
    }),
  );
}

/** Lists the writeOnly fields that have a value. Ignores choices between schemas, because it is uncertain which one applies. */
function shownIn(document: Schema, start: Schema, value: unknown, deep: number): string[] {
  const { schema } = locate(document, start, '');
  if (deep > deepest || typeof value !== 'object' || value === null) return [];
  const within = (part: unknown, one: unknown): string[] => (isEntries(part) ? shownIn(document, part, one, deep + 1) : []);
  if (Array.isArray(value)) return value.slice(0, mostEntries).flatMap((entry) => within(schema.items, entry));
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): string[] => {
    const shown = Object.hasOwn(value, name) ? (value as Schema)[name] : undefined;
    if (shown === undefined || shown === null) return [];
    return isWriteOnly(document, property) ? [name] : within(property, shown);
  });
  return [...own, ...(Array.isArray(schema.allOf) ? schema.allOf : []).flatMap((part) => within(part, value))];
}

/** Checks whether anything in a schema is writeOnly. Visits each nested schema once, because schemas may be recursive. */
function hasWriteOnly(document: Schema, start: Schema, seen: Set<unknown>): boolean {
  const { schema } = locate(document, start, '');
  if (seen.has(schema)) return false;
  seen.add(schema);
  const parts = [...Object.values(schema.properties ?? {}), schema.items, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  return parts.some((part) => isEntries(part) && (isWriteOnly(document, part) || hasWriteOnly(document, part, seen)));
}

const isWriteOnly = (document: Schema, part: Schema): boolean =>
  part.writeOnly === true || locate(document, part, '').schema.writeOnly === true;
