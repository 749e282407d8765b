import { checkRefusal } from '../../src/checks/check-refusal.ts';
import type { Requirement } from '../../src/contract/contract.ts';
import { type Contract, memberRequirement, type Operation, requirementAbout, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case, CaseContext, Finding } from '../../src/engine/case.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { jsonRequest } from '../../src/subject/subject.ts';

/** What is no JSON, each made from the valid body by one change. */
const malformed = [
  { id: 'truncated', title: 'cut off before its end', make: (json: string) => json.slice(0, -1) },
  { id: 'not-json', title: 'that is a word and no JSON', make: () => 'invoice' },
  { id: 'trailing-comma', title: 'with a comma before the closing brace', make: (json: string) => `${json.slice(0, -1)},}` },
];

/** One value of each JSON type. */
const samples: [type: string, value: unknown][] = [
  ['string', 'text'],
  ['number', 7],
  ['boolean', true],
  ['object', {}],
  ['array', []],
];

/** Bodies that are no JSON. */
export function malformedBodyCases(contract: Contract, operation: Operation): Case[] {
  const requirement = requirementAbout(operation, 'malformed-body');
  return malformed.map(({ id, title, make }) => ({
    id: `${operation.slug}/body/malformed/${id}`,
    title: `A ${operation.slug} body ${title} is refused`,
    requirement: requirement.id,
    operations: [operation.slug],
    run: (context) =>
      tryBody(context, { contract, operation, requirement, pointer: operation.requestPointer }, (body) => {
        const text = make(JSON.stringify(body));
        return { text, difference: `body: ${JSON.stringify(body)} → ${text}` };
      }),
  }));
}

/** Each required member left out. */
export function missingMemberCases(contract: Contract, operation: Operation): Case[] {
  return (operation.request.required ?? []).map((member): Case => {
    const pointer = `${operation.requestPointer}/properties/${member}`;
    const requirement = memberRequirement(contract, operation.request.properties?.[member] ?? {}, pointer);
    return {
      id: `${operation.slug}/body/${member}/absent`,
      title: `${operation.slug} without ${member} is refused`,
      requirement: requirement.id,
      operations: [operation.slug],
      run: (context) =>
        tryBody(context, { contract, operation, requirement, pointer, member }, (body) => {
          const { [member]: dropped, ...rest } = body;
          return { text: JSON.stringify(rest), difference: `${member}: ${showValue(dropped)} → absent` };
        }),
    };
  });
}

/** Each member as each other JSON type, null where it is required, and as text that breaks its format. */
export function wrongTypeCases(contract: Contract, operation: Operation): Case[] {
  const requirement = requirementAbout(operation, 'wrong-types');
  return Object.entries(operation.request.properties ?? {}).flatMap(([member, schema]) =>
    wrongValues(schema, operation.request.required?.includes(member) ?? false).map(
      ([id, value]): Case => ({
        id: `${operation.slug}/body/${member}/${id}`,
        title: `${operation.slug} with ${member}: ${showValue(value)} is refused`,
        requirement: requirement.id,
        operations: [operation.slug],
        run: (context) =>
          tryBody(
            context,
            { contract, operation, requirement, pointer: `${operation.requestPointer}/properties/${member}`, member },
            (body) => ({
              text: JSON.stringify({ ...body, [member]: value }),
              difference: `${member}: ${showValue(body[member])} → ${showValue(value)}`,
            }),
          ),
      }),
    ),
  );
}

function wrongValues(schema: Schema, required: boolean): [id: string, value: unknown][] {
  const types = [schema.type ?? []].flat();
  const others = samples
    .filter(([type]) => !types.includes(type))
    .map(([type, value]): [string, unknown] => [`wrong-type/${type}`, value]);
  // The JSON text of a number or boolean, as a string: what a server takes that coerces.
  if (types.includes('number')) others.push(['wrong-type/number-in-quotes', '12.34']);
  if (types.includes('boolean')) others.push(['wrong-type/boolean-in-quotes', 'true']);
  // Null for an optional member is another way to leave it out for many servers: only the contract's feature forbids it.
  if (required) others.push(['wrong-type/null', null]);
  if (schema.format === 'uri') others.push(['wrong-format/not-a-url', 'not a url']);
  return others;
}

interface Attempt {
  contract: Contract;
  operation: Operation;
  requirement: Requirement;
  pointer: string;
  member?: string;
}

/** Sends the valid body with one change and judges the refusal. */
async function tryBody(
  { subject }: CaseContext,
  { contract, operation, ...violation }: Attempt,
  change: (body: Record<string, unknown>) => { text: string; difference: string },
): Promise<Finding[]> {
  const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
  const { text, difference } = change(body);
  const exchange = await subject.send({ ...jsonRequest(operation.path, body), body: text });
  return checkRefusal(contract, { ...violation, difference, baselineAccepted: accepted, notFoundRefuses }, exchange);
}
