import type { Case } from '../case/case.ts';
import { type Contract, type Requirement, requirementOf } from '../contract/contract.ts';
import { groupBy } from '../group-by.ts';

/** A sentence of the contract that can be false independently of other sentences: a clause, or a whole requirement. */
export interface Statement {
  /** `requirement/clause` or, for a whole requirement, the requirement's id. */
  id: string;
  requirement: string;
  text: string;
  /** The fact from which the statement is derived, as cases name it in `proves`. Absent for all other statements. */
  fact?: string;
}

/**
 * Lists all statements of the contract: the clauses written in each requirement, and the facts derived from it, such as a
 * transition or a keyword. A requirement without clauses is itself a statement if it has no facts, or if one of its cases
 * proves none of them.
 */
export function listStatements(contract: Contract, cases: readonly Case[]): Statement[] {
  const own = groupBy(cases, ({ requirement }) => requirement);
  return [...contract.requirements.values()].flatMap((requirement): Statement[] => {
    const { id, text, clauses = {} } = requirement;
    const about = own.get(id) ?? [];
    const facts = listFacts(requirement, about);
    const written = Object.entries(clauses).map(([name, says]) => ({ id: `${id}/${name}`, requirement: id, text: says }));
    const derived = facts.map((fact) => ({ id: `${id}/${slugOf(fact)}`, requirement: id, text: sayFact(fact), fact }));
    const isMore = about.some((one) => !factsOf(one).some((fact) => facts.includes(fact)));
    const isWhole = written.length === 0 && (facts.length === 0 || isMore);
    return [...(isWhole ? [{ id, requirement: id, text }] : []), ...written, ...derived];
  });
}

/** Finds the facts that together make up a requirement. Returns an empty list if a single fact is the whole requirement. */
function listFacts({ keywords = [], clauses }: Requirement, cases: readonly Case[]): string[] {
  const facts = new Set(cases.flatMap(factsOf).filter((fact) => saysPart(fact, keywords)));
  if (clauses === undefined) facts.delete(form);
  return facts.size > 1 || clauses !== undefined ? [...facts] : [];
}

/** Name of the fact that a value matches its schema. */
const form = 'form';

const factsOf = ({ proves = [], ofForm }: Case): string[] => (ofForm ? [...proves, form] : proves);

function saysPart(fact: string, keywords: readonly string[]): boolean {
  const [kind = ''] = fact.split(' ');
  return kind === form || kind === 'cell' || kind === 'callback' || kind === 'echo' || keywords.includes(kind);
}

const sayFact = (fact: string): string => (fact === form ? 'Its form, as its schema says.' : fact.replace(/^cell /, ''));

const slugOf = (fact: string): string =>
  fact
    .replace(/^cell /, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

/** Returns the field `tries` for the result of a case. Leaves it out if the only statement is the case's requirement. */
export const namedTries = ({ requirement, tries }: { requirement: string; tries: string[] }): { tries?: string[] } =>
  tries.length === 1 && tries[0] === requirement ? {} : { tries };

/** Lists the statements that a case names or whose facts it proves. If there are none, lists the case's requirement. */
export function findTried(
  one: Case,
  statements: ReadonlyMap<string, readonly Statement[]>,
  untried: ReadonlySet<string>,
): string[] {
  const own = statements.get(one.requirement) ?? [];
  const isKnown = (id: string): boolean => statements.get(requirementOf(id))?.some((other) => other.id === id) ?? false;
  // If a user's own contract has a requirement without the clauses that cases name, the whole requirement is the statement.
  const named = (one.tries ?? []).map((id) => (!isKnown(id) && isKnown(requirementOf(id)) ? requirementOf(id) : id));
  const proven = own.flatMap(({ id, fact }) => (fact !== undefined && factsOf(one).includes(fact) ? [id] : []));
  const whole = named.length + proven.length === 0 && own.some(({ id }) => id === one.requirement) ? [one.requirement] : [];
  // A requirement without cases of its own is tested by the cases that also cover it.
  const covered = (one.covers ?? []).filter((id) => untried.has(id) && isKnown(id));
  return [...new Set([...named, ...proven, ...whole, ...covered])];
}
