import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, findAbout, type Operation, type Requirement, type Schema } from '../../../src/contract/contract.ts';
import { objectIn, schemaAt, valueAt, withObjects, withValue } from '../../../src/contract/follow-path.ts';
import { mendBody, searchBody } from '../../../src/contract/mend-body.ts';
import { crossCheck, type Relation } from '../../../src/contract/relations.ts';
import { requiredOf } from '../../../src/contract/sample-of.ts';
import type { Inputs } from '../../../src/subject/request-for.ts';
import { ownerOf } from '../../violations/constraints.ts';

/** Bodies on one side of a rule: they obey it or they break it. The rule relates fields to each other or to the stored object. */
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
  /** The rule that a repetition of the call breaks, because the first call used up the amount or changed the value. */
  counts?: Relation;
  /** The rule that the value is exempt from, so that the same call succeeds again. */
  exempts?: Relation;
  /** True if the rule compares the body with the stored object. */
  ofStored?: boolean;
}

type Passes = (body: Inputs) => boolean;

/** Returns the sides of a keyword that relates fields of a body, or of an object in the body, such as `lines/0`. */
export function sidesOfKeyword(contract: Contract, operation: Operation, keyword: string, place = ''): Side[] {
  const { request: body, requestPointer, id } = operation;
  const request = place === '' ? body : objectIn(schemaAt(body, place).schema).schema;
  const field = place.split('/')[0] ?? '';
  const owners = [...(place === '' ? [] : [body.properties?.[field] ?? {}]), request];
  const requirement = ownerOf(contract, { keyword, schemas: owners }) ?? findAbout(operation, 'validation');
  // Other families derive the cases for these keywords.
  if (requirement === undefined || ['minProperties', 'dependentRequired', 'then', 'else'].includes(keyword)) return [];
  const { [keyword]: rule, then, else: otherwise } = request;
  const isIf = keyword === 'if';
  const ofRule = isIf ? ['if', 'then', 'else'] : [keyword];
  const [own, rest] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => ofRule.includes(name) === wanted)),
  ) as [Schema, Schema];
  const [keepsOwn, keepsIf, keepsThen] = [own, isIf ? rule : {}, then ?? {}].map((schema) => {
    const validate = compileSchema(schema as Schema);
    return (one: Inputs): boolean => validate(one) as boolean;
  }) as [Passes, Passes, Passes];
  const keepsRest = crossCheck(rest);
  const at = place === '' ? 'body' : place.replaceAll('/', '.');
  const proves = Object.keys(own).map((name) => `${name} of ${place === '' ? 'the body' : at} of ${id}`);
  const inBody = (passes: Passes, body: Inputs, stored?: Inputs): Inputs | undefined =>
    searchBody({ request, body, keep: [operation.identifies ?? ''], stored }, (one) => keepsRest(one, stored) && passes(one));
  const find =
    (passes: Passes) =>
    (whole: Inputs, stored?: Inputs): Inputs | undefined => {
      if (place === '') return inBody(passes, whole, stored);
      const path = place.split('/').filter((name) => !/^\d+$/.test(name));
      const filled = withObjects(whole, body, path, 1);
      const starts = [valueAt(filled, place) as Inputs, requiredOf(request, requestPointer)];
      const found = starts.map((start) => inBody(passes, start)).find((one) => one !== undefined);
      return found && mendBody({ request: body, body: withValue(filled, place, found), keep: [field], stored });
    };
  const side = (end: string, words: string, passes: Passes, isRefused = false): Side => ({
    ...{ requirement, proves, ...(place !== '' && { field }), ...(isRefused && { refused: 'validation_failed' }) },
    id: `${at}/${keyword}/${end}`,
    title: `with a ${words} is ${isRefused ? 'refused' : 'accepted'}`,
    make: find(passes),
  });
  const isThen = isIf && then !== undefined;
  const { required = [] } = (isThen && place !== '' && typeof then === 'object' && then !== null ? then : {}) as Schema;
  // Also tries bodies to which the condition does not apply, bodies without a field of `then`, and bodies that break the `else`.
  const further = [
    side(
      'elsewhere',
      `body to which its ${keyword} does not apply`,
      (one) => isThen && keepsOwn(one) && !keepsIf(one) && !keepsThen(one),
    ),
    ...required.map((name) =>
      side(
        `without-${name}`,
        `${place} that lacks ${name}`,
        (one) => keepsIf(one) && required.every((each) => Object.hasOwn(one, each) === (each !== name)),
        true,
      ),
    ),
    side(
      'else-broken',
      `body that breaks the else of its ${keyword}`,
      (one) => isThen && otherwise !== undefined && !keepsOwn(one) && !keepsIf(one),
      true,
    ),
  ];
  return [
    side('kept', `body that follows its ${keyword}`, (one) => keepsOwn(one) && keepsIf(one)),
    ...further.filter(({ make }) => make(requiredOf(body, requestPointer)) !== undefined),
    side('broken', `body that breaks its ${keyword}`, (one) => !keepsOwn(one) && (!isThen || keepsIf(one)), true),
  ];
}

/** Lists the paths of nested objects whose schema has a condition (`if`). */
export const conditionsIn = ({ properties = {} }: Schema, at = ''): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const inner = objectIn(schema);
    const place = `${at}${name}${inner.pointer.startsWith('/items') ? '/0' : ''}`;
    return [...(inner.schema.if === undefined ? [] : [place]), ...conditionsIn(inner.schema, `${place}/`)];
  });
