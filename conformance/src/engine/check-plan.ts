import { judgedInRefusals } from '../../cases/derive/refusals/refused-parts.ts';
import { judgedByName } from '../../cases/derive/responses/response-headers.ts';
import { forbidsNothing, isMissed, triedByName } from '../../cases/violations/parameters.ts';
import type { PlannedCase } from '../case/case.ts';
import { type Contract, echoOf, findAbout, type Operation, operationById, type Schema } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { listConstraints } from '../contract/list-constraints.ts';
import { nameOf, relatedOf, relationsOf } from '../contract/relations.ts';
import { groupBy } from '../group-by.ts';
import { canShow } from '../subject/identifier-for.ts';
import { causeOf, wayInto } from '../subject/ways-into.ts';
import type { Statement } from './list-statements.ts';

/** Every case for a contract, and a sentence for each case that cannot be declared. */
export interface WholePlan {
  planned: PlannedCase[];
  statements: Statement[];
  mistakes: string[];
}

/** Everything that the contract requires but no case tests. */
export interface PlanDebts {
  /** Ids of requirements that have no case and are not marked `untestable`. */
  requirements: string[];
  /** Pairs of state and event that no case fully tests. Pairs with the same known reason share an entry that names it. */
  cells: string[];
  /** Kinds of cases that an operation must have but does not have. */
  operations: string[];
  /** Codes of problems in the contract that no case expects. */
  problems: string[];
  /** Response properties that repeat a value of the request, and that no case compares with that value. */
  echoes: string[];
  /** Ids of clauses that have no case. */
  clauses: string[];
  /** Ids of cases that test no clause, although their requirement has several. */
  idle: string[];
}

export function checkPlan(contract: Contract, planned: readonly PlannedCase[], statements: readonly Statement[]): PlanDebts {
  const tried = new Set(planned.flatMap(({ tries }) => tries));
  const proven = new Set(planned.flatMap(({ proves }) => proves ?? []));
  const covered = new Set(planned.flatMap(({ requirement, covers = [] }) => [requirement, ...covers]));
  return {
    requirements: [...contract.requirements.values()].flatMap(({ id, untestable }) =>
      covered.has(id) || untestable !== undefined ? [] : [id],
    ),
    cells: owedCells(contract, proven),
    operations: contract.operations.flatMap((operation) =>
      kindsOf(operation)
        .filter((kind) => !proven.has(`${kind} of ${operation.id}`))
        .map((kind) => `${operation.id}: ${kind}`),
    ),
    problems: [...contract.problems].flatMap(([code, { untestable }]) =>
      planned.some(({ problem }) => problem === code) || untestable !== undefined ? [] : [code],
    ),
    echoes: contract.operations.flatMap((operation) =>
      echoesOf(contract, operation)
        .filter((property) => !proven.has(`echo of ${property} at ${operation.id}`))
        .map((property) => `${operation.responsePointer.split('/').at(-1)}.${property} at ${operation.id}`),
    ),
    clauses: statements.flatMap(({ id, requirement }) => (id === requirement || tried.has(id) ? [] : [id])),
    idle: planned.flatMap(({ id, tries }) => (tries.length === 0 ? [id] : [])),
  };
}

/** Describes each gap in a plan in one line. If some cases cannot be declared, returns only the sentences about these cases. */
export function describeOwed(contract: Contract, { planned, statements, mistakes }: WholePlan): string[] {
  if (mistakes.length > 0) return mistakes;
  const { requirements, cells, operations, problems, echoes, clauses } = checkPlan(contract, planned, statements);
  return [
    ...requirements.map(
      (id) => `Requirement ${id} has no case: add one in conformance/cases, or say \`untestable\` with a reason.`,
    ),
    ...[...cells, ...operations].map((untried) => `No case tries ${untried}.`),
    ...problems.map(
      (code) =>
        `No case expects the problem ${code}: add one in conformance/cases with this \`problem\`, or set \`untestable\` for it in x-problems.`,
    ),
    ...echoes.map((echo) => `No case compares ${echo} with what was sent.`),
    ...clauses.map((id) => `No case tries the clause ${id}: add one in conformance/cases that names it in \`tries\`.`),
  ];
}

/** Lists the pairs of state and event that no case fully tests. Pairs with the same known reason share a line that names it. */
function owedCells(contract: Contract, proven: ReadonlySet<string>): string[] {
  const { events, states, transitions } = contract.lifecycle;
  const owed = Object.keys(events).flatMap((event) =>
    states.flatMap((state): [cell: string, lacking?: string][] => {
      const cell = `${event} in ${state}`;
      const transition = transitions.find((candidate) => candidate.event === event && candidate.from.includes(state));
      if (!transition) return [[cell, 'the lifecycle does not mention it']];
      if (transition.impossible !== undefined || transition.untested !== undefined) return [];
      if (proven.has(`cell ${cell}`)) {
        const silent = transition.callback !== undefined && !proven.has(`callback of ${cell}`);
        return silent ? [[cell, `its callback ${transition.callback}`]] : [];
      }
      const write = `write one in ${factsOf(contract).room}`;
      if (!causeOf(contract, event)) {
        const advice = events[event]?.cause === 'clock' ? 'say `at`, the field that holds its time' : write;
        return [[cell, `no cause is known; ${advice}`]];
      }
      if (wayInto(contract, state, event)) return [[cell]];
      if (!wayInto(contract, state)) return [[cell, `no way into ${state} is known; ${write}`]];
      return [[cell, `no way into ${state} is known on which a receipt was counted; say \`impossible\`, or ${write}`]];
    }),
  );
  return [...groupBy(owed, ([cell, lacking]) => lacking ?? cell).values()].map((group) => {
    const [[, lacking] = []] = group;
    const cells = group.map(([cell]) => cell).join(', ');
    return lacking === undefined ? cells : `${cells}: ${lacking}`;
  });
}

/** Lists the kinds of cases that an operation must have. */
function kindsOf(operation: Operation): string[] {
  const { scopes, identifies, rateLimits, headers, request, hasBody, hasResponseBody, parameters, response } = operation;
  const optional = Object.keys(request.properties ?? {}).some((name) => !request.required?.includes(name));
  return [
    ...['authentication', 'method'],
    ...(hasBody ? ['malformed body', 'media-type', 'size'] : []),
    ...constraintsOf(operation),
    ...parameters.flatMap(({ name, identifies }) => (identifies || triedByName.includes(name) ? [] : [`parameter ${name}`])),
    // The creating operation needs no case for a repeated parameter: more thorough cases with their own requirements test this.
    ...(operation.creates ? [] : parameters.filter(({ name }) => triedByName.includes(name))).map(
      ({ name }) => `repeated of ${name}`,
    ),
    ...Object.keys(response).flatMap((keyword) =>
      whole.has(keyword) || keyword.startsWith('x-') ? [] : [`${keyword} of the response`],
    ),
    ...(hasResponseBody && response.type !== 'object' ? [`a response of type ${response.type}`] : []),
    ...(operation.pages || isList(operation) ? ['pages'] : []),
    ...Object.keys(operation.pages?.filters ?? {}).map((name) => `filter ${name}`),
    ...(operation.pages ? parameters.filter(({ name }) => /^(sort|order)/i.test(name)) : []).map(({ name }) => `order ${name}`),
    ...(scopes.length > 0 ? ['scope'] : []),
    ...operation.keysBeside.map(({ scheme }) => `absent of ${scheme}`),
    ...(identifies === undefined ? [] : ['ownership', 'unknown id']),
    ...rateLimits.map(({ name }) => `rate limit ${name}`),
    ...(operation.mostAtOnce ? ['most at once'] : []),
    ...(request.additionalProperties === false ? ['unknown property'] : []),
    ...(optional && findAbout(operation, 'null-property') ? ['null'] : []),
    ...headers.filter(({ name }) => !judgedByName.includes(name)).map(({ name }) => `header ${name}`),
    ...operation.refusals.flatMap(({ status, headers: sent }) =>
      sent.filter(({ name }) => !judgedInRefusals.includes(name)).map(({ name }) => `header ${name} of ${status}`),
    ),
  ];
}

/** Returns whether the response to a GET lists objects with ids. If so, `x-pages` must say how to read all pages. */
function isList({ method, response, plain }: Operation): boolean {
  if (method !== 'GET') return false;
  const lists = Object.values(response.properties ?? {}).filter(({ type }) => [type].flat().includes('array'));
  return plain === undefined && lists.some(({ items }) => Object.hasOwn((items as Schema | undefined)?.properties ?? {}, 'id'));
}

/** Lists the keywords that forbid values in a request, by the names that cases use for them. */
function constraintsOf({ request, parameters }: Operation): string[] {
  const ofBody = Object.keys(request).filter((keyword) => !whole.has(keyword) && !keyword.startsWith('x-'));
  const ofParameters = parameters.filter(({ name }) => !triedByName.includes(name));
  return [
    ...ofBody.map((keyword) => `${keyword} of the body`),
    ...relationsOf(relatedOf({ request, parameters })).map((relation) => `relation ${nameOf(relation)}`),
    ...(request.required ?? []).map((name) => `required of ${name}`),
    ...Object.entries(request.properties ?? {}).flatMap(([name, schema]) =>
      listConstraints(name, schema).flatMap((one) => (one.isBeyond ? [] : [one.name])),
    ),
    ...ofParameters.flatMap((parameter) => [
      ...(isMissed(parameter) ? [`required of ${parameter.name}`] : []),
      ...listConstraints(parameter.name, parameter.schema).flatMap((one) => (forbidsNothing(one, parameter) ? [] : [one.name])),
    ]),
  ];
}

/** Keywords of a body's schema that other parts of this check cover. */
const whole = new Set(['type', 'description', 'title', 'examples', 'properties', 'required', 'additionalProperties']);

const echoesOf = (contract: Contract, operation: Operation): string[] =>
  Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    return echo && canShow(contract, operationById(contract, echo.operation), operation) ? [name] : [];
  });
