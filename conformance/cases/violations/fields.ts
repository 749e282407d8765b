import {
  type Contract,
  fieldRequirement,
  type Operation,
  type Requirement,
  requirementAbout,
  requirementById,
  requirementsOf,
  type Schema,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** One value of each JSON type. */
const samples: [type: string, value: unknown][] = [
  ['string', 'text'],
  ['number', 7],
  ['boolean', true],
  ['object', {}],
  ['array', []],
];

/** A value that a field must not have, and the item code that a problem has for it. */
interface WrongValue {
  id: string;
  value: unknown;
  item: string;
  /** The extended requirement that forbids it; otherwise it is the operation's requirement about wrong types. */
  requirement?: Requirement;
}

/** Derives wrong fields: a required one left out; each as another type, null, out of bounds, in a broken format; unknown ones. */
export const fieldViolations: DeriveViolations = (contract, operation) => {
  const wrongTypes = requirementAbout(operation, 'wrong-types');
  const fields = Object.entries(operation.request.properties ?? {});
  return [
    ...fields.flatMap(([field, schema]) => (isRequired(operation, field) ? [absent(contract, operation, field, schema)] : [])),
    ...fields.flatMap(([field, schema]) =>
      wrongValues(contract, operation, field, schema).map((wrong) =>
        withValue(contract, operation, field, wrong.requirement ?? wrongTypes, wrong),
      ),
    ),
    ...unknownField(contract, operation),
  ];
};

function absent(contract: Contract, operation: Operation, field: string, schema: Schema): Violation {
  const pointer = `${operation.requestPointer}/properties/${field}`;
  return {
    id: `body/${field}/absent`,
    title: `${operation.slug} without ${field} is refused`,
    requirement: fieldRequirement(contract, schema, pointer),
    pointer,
    member: field,
    kind: 'input',
    request(body) {
      const { [field]: dropped, ...rest } = body;
      return { spec: jsonRequest(operation.path, rest), difference: `${field}: ${showValue(dropped)} → absent` };
    },
    problem: { ...validationFailed(contract, operation), item: { pointer: `/${field}`, code: 'required' } },
  };
}

function withValue(
  contract: Contract,
  operation: Operation,
  field: string,
  requirement: Requirement,
  { id, value, item }: WrongValue,
): Violation {
  return {
    id: `body/${field}/${id}`,
    title: `${operation.slug} with ${field}: ${showValue(value)} is refused`,
    requirement,
    pointer: `${operation.requestPointer}/properties/${field}`,
    member: field,
    kind: 'input',
    request: (body) => ({
      spec: jsonRequest(operation.path, { ...body, [field]: value }),
      difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
    }),
    problem: { ...validationFailed(contract, operation), item: { pointer: `/${field}`, code: item } },
  };
}

function unknownField(contract: Contract, operation: Operation): Violation[] {
  const requirement = owner(contract, operation.request, 'additionalProperties');
  if (!requirement) return [];
  const [first = ''] = operation.request.required ?? [];
  const unknown = [
    { id: 'unknown-member', title: 'a member that the contract does not know', member: 'unknownMember' },
    { id: 'member-with-x', title: 'a member x-trace', member: 'x-trace' },
    { id: 'member-without-name', title: 'a member whose name is empty', member: '' },
    { id: 'member-in-capitals', title: `${first.toUpperCase()} beside ${first}`, member: first.toUpperCase() },
    { id: 'member-with-space', title: `a space behind a second ${first}`, member: `${first} ` },
    { id: 'member-of-prototype', title: 'a member __proto__', member: '__proto__' },
    { id: 'member-to-escape', title: 'a member whose name a JSON pointer must escape', member: 'a/b~c' },
  ];
  return unknown.map(({ id, title, member: field }): Violation => {
    const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return {
      id: `body/${id}`,
      title: `${operation.slug} with ${title} is refused`,
      requirement,
      pointer: operation.requestPointer,
      member: field,
      kind: 'input',
      request(body) {
        // The right value for the field that its name resembles.
        const value = field.trim().toLowerCase() === first.toLowerCase() ? body[first] : 1;
        const spec = jsonRequest(operation.path, { ...body, [field]: value });
        return { spec, difference: `${field}: absent → ${showValue(value)}` };
      },
      problem: { ...validationFailed(contract, operation), item: { pointer, code: 'unknown_property' } },
    };
  });
}

function wrongValues(contract: Contract, operation: Operation, field: string, schema: Schema): WrongValue[] {
  const types = [schema.type ?? []].flat();
  const wrong = samples
    .filter(([type]) => !types.includes(type))
    .map(([type, value]): WrongValue => ({ id: `wrong-type/${type}`, value, item: 'type' }));
  // A number or boolean as a string, which a coercing server accepts.
  if (types.includes('number')) wrong.push({ id: 'wrong-type/number-in-quotes', value: '12.34', item: 'type' });
  if (types.includes('boolean')) wrong.push({ id: 'wrong-type/boolean-in-quotes', value: 'true', item: 'type' });
  if (schema.format === 'uri') wrong.push({ id: 'wrong-format/not-a-url', value: 'not a url', item: 'invalid_url' });
  if (isRequired(operation, field)) wrong.push({ id: 'wrong-type/null', value: null, item: 'type' });
  else {
    // Many servers treat null as an absent optional field: only the contract's feature forbids it.
    const requirement = contract.requirements.get('create-refuses-null');
    if (requirement && operation.id === 'createPayment') wrong.push({ id: 'null', value: null, item: 'type', requirement });
  }
  return [...wrong, ...outOfBounds(contract, schema)];
}

/** Returns values just outside each bound that a requirement owns. */
function outOfBounds(contract: Contract, schema: Schema): WrongValue[] {
  const found: WrongValue[] = [];
  const add = (keyword: string, id: string, value: unknown, item: string): void => {
    const requirement = owner(contract, schema, keyword);
    if (requirement) found.push({ id, value, item, requirement });
  };
  if (typeof schema.minimum === 'number') {
    add('minimum', 'below-minimum', 0, 'amount_out_of_range');
    add('minimum', 'negative', -schema.minimum, 'amount_out_of_range');
  }
  if (typeof schema.maximum === 'number')
    add('maximum', 'above-maximum', Math.round((schema.maximum + 0.01) * 100) / 100, 'amount_out_of_range');
  if (typeof schema.minLength === 'number') add('minLength', 'too-short', '', 'too_short');
  if (typeof schema.maxLength === 'number') {
    const start = schema.format === 'uri' ? 'https://example.com/' : '';
    add('maxLength', 'too-long', start.padEnd(schema.maxLength + 1, 'a'), 'too_long');
  }
  return found;
}

function owner(contract: Contract, schema: Schema, keyword: string): Requirement | undefined {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword));
}

function isRequired(operation: Operation, field: string): boolean {
  return operation.request.required?.includes(field) ?? false;
}

function validationFailed(contract: Contract, operation: Operation): { requirement: Requirement; code: string } {
  const word = operation.slug.split('-')[0];
  return { requirement: requirementById(contract, `${word}-validation-is-422`), code: 'validation_failed' };
}
