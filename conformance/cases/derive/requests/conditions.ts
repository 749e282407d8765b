import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, findAbout, type Operation, type Requirement, type Schema } from '../../../src/contract/contract.ts';
import { objectIn, schemaAt, valueAt, withObjects, withValue } from '../../../src/contract/follow-path.ts';
import { mendBody, searchBody } from '../../../src/contract/mend-body.ts';
import { crossCheck, type Relation } from '../../../src/contract/relations.ts';
import { requiredOf } from '../../../src/contract/sample-of.ts';
import type { Inputs } from '../../../src/subject/request-for.ts';
import { ownerOf } from '../../violations/constraints.ts';

/**
 * One side of a rule: bodies that satisfy it, or bodies that break it. The rule is between fields of a body, or between a field
 * and the object that the request identifies.
 */
export interface Side {
  /** The end of the case's id, after the operation. */
  id: string;
  title: string;
  requirement: Requirement;
  /** The field that the problem must identify; undefined if the rule is about the whole body. */
  field?: string;
  /** The problem code of the refusal; undefined if the body is valid. */
  refused?: string;
  /** The keywords of the body's schema that this case tests. */
  proves: string[];
  /** Makes a body for this side, or returns undefined if none is found. */
  make(body: Inputs, stored?: Inputs): Inputs | undefined;
  /**
   * The rule that the same call breaks when it is sent a second time, because the first call used up the amount or changed the
   * stored value.
   */
  counts?: Relation;
  /** The rule that the value in the request is exempt from. The same call then succeeds a second time too. */
  exempts?: Relation;
  /** True if the rule compares the body with the stored object. */
  ofStored?: boolean;
}

/**
 * Returns the sides of a rule that a keyword states between fields of a body, or between fields of an object in it.
 * @param place path of the object, such as `lines/0`; empty for the body itself
 */
export function sidesOfKeyword(contract: Contract, operation: Operation, keyword: string, place = ''): Side[] {
  const { request: body, requestPointer, id } = operation;
  const request = place === '' ? body : objectIn(schemaAt(body, place).schema).schema;
  const field = place.split('/')[0] ?? '';
  const owners = [...(place === '' ? [] : [body.properties?.[field] ?? {}]), request];
  const requirement = ownerOf(contract, { keyword, schemas: owners }) ?? findAbout(operation, 'validation');
  // Other families derive the cases for these keywords.
  if (requirement === undefined || ['minProperties', 'dependentRequired', 'then', 'else'].includes(keyword)) return [];
  const { [keyword]: rule, ...others } = request;
  const { then, else: otherwise } = request;
  const isIf = keyword === 'if';
  const rest = isIf ? Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'then' && name !== 'else')) : others;
  const own = {
    [keyword]: rule,
    ...(isIf && { ...(then !== undefined && { then }), ...(otherwise !== undefined && { else: otherwise }) }),
  };
  const keepsOwn = compileSchema(own);
  const keepsRest = crossCheck(rest);
  const keepsIf = compileSchema((isIf ? rule : {}) as Schema);
  const proves = Object.keys(own).map((name) => `${name} of ${place.replaceAll('/', '.') || 'the body'} of ${id}`);
  const inBody = (passes: (body: Inputs) => boolean, body: Inputs, stored?: Inputs): Inputs | undefined =>
    searchBody({ request, body, keep: [operation.identifies ?? ''], stored }, (one) => keepsRest(one, stored) && passes(one));
  const find =
    (passes: (body: Inputs) => boolean) =>
    (whole: Inputs, stored?: Inputs): Inputs | undefined => {
      if (place === '') return inBody(passes, whole, stored);
      const path = place.split('/').filter((name) => !/^\d+$/.test(name));
      const filled = withObjects(whole, body, path, 1);
      const starts = [valueAt(filled, place) as Inputs, requiredOf(request, requestPointer)];
      const found = starts.map((start) => inBody(passes, start)).find((one) => one !== undefined);
      return found && mendBody({ request: body, body: withValue(filled, place, found), keep: [field], stored });
    };
  const at = place === '' ? 'body' : place.replaceAll('/', '.');
  const about = { requirement, proves, ...(place !== '' && { field }) };
  const keepsThen = compileSchema((then ?? {}) as Schema);
  const { required = [] } = (isIf && typeof then === 'object' && then !== null ? then : {}) as Schema;
  const refused = 'validation_failed';
  // Also tries bodies to which the condition does not apply, because the rule must not apply to them either. Tries both branches
  // of the condition, because each has its own restrictions.
  const further: Side[] = [
    {
      ...{ ...about, id: `${at}/${keyword}/elsewhere` },
      title: `with a body to which its ${keyword} does not apply is accepted`,
      make: find((one) => isIf && then !== undefined && (keepsOwn(one) as boolean) && !keepsIf(one) && !keepsThen(one)),
    },
    ...(place === '' ? [] : required).map((name) => ({
      ...{ ...about, id: `${at}/${keyword}/without-${name}`, refused },
      title: `with a ${place} that lacks ${name} is refused`,
      make: find((one) => (keepsIf(one) as boolean) && required.every((each) => Object.hasOwn(one, each) === (each !== name))),
    })),
    {
      ...{ ...about, id: `${at}/${keyword}/else-broken`, refused },
      title: `with a body that breaks the else of its ${keyword} is refused`,
      make: find((one) => isIf && then !== undefined && otherwise !== undefined && !keepsOwn(one) && !keepsIf(one)),
    },
  ];
  const sampleMade = ({ make }: Side): boolean => make(requiredOf(operation.request, requestPointer)) !== undefined;
  const isThen = isIf && then !== undefined;
  return [
    {
      ...{ ...about, id: `${at}/${keyword}/kept`, title: `with a body that follows its ${keyword} is accepted` },
      make: find((one) => (keepsOwn(one) as boolean) && (keepsIf(one) as boolean)),
    },
    ...further.filter(sampleMade),
    {
      ...{ ...about, id: `${at}/${keyword}/broken`, title: `with a body that breaks its ${keyword} is refused`, refused },
      make: find((one) => !keepsOwn(one) && (!isThen || (keepsIf(one) as boolean))),
    },
  ];
}

/** Lists the paths of nested objects whose schema has a condition (`if`). */
export const conditionsIn = ({ properties = {} }: Schema, at = ''): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const inner = objectIn(schema);
    const place = `${at}${name}${inner.pointer.startsWith('/items') ? '/0' : ''}`;
    return [...(inner.schema.if === undefined ? [] : [place]), ...conditionsIn(inner.schema, `${place}/`)];
  });
