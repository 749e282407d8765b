import type { Lifecycle, Transition } from '../reader/list-lifecycles.ts';
import { stateAfter } from '../reader/list-lifecycles.ts';
import type { Requirement } from '../reader/list-requirements.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule } from './define-rule.ts';

/** A requirement says of the lifecycle what its transitions do: their problems, a success, and that a state never changes. */
export const lifecycleWords = defineRule(function* (contract) {
  for (const lifecycle of contract.lifecycles)
    for (const requirement of contract.requirements) {
      const own = lifecycle.transitions.filter(({ node }) => node.requirement === requirement.id);
      for (const said of [...sayOfResponses(contract, requirement, own), ...sayOfFinalState(lifecycle, requirement)])
        yield { at: [...requirement.at, 'text'], message: `'${requirement.id}' ${said} Make them agree.` };
    }
});

function* sayOfResponses({ problems }: Contract, { text }: Requirement, own: readonly Transition[]): Generator<string> {
  if (own.length === 0) return;
  const named = problems.filter(({ code }) => text.includes(`\`${code}\``)).map(({ code }) => code);
  const refused = new Set(own.flatMap(({ problem }) => problem ?? []));
  for (const code of named) if (!refused.has(code)) yield `names ${code}, which none of its transitions has.`;
  for (const code of refused)
    if (named.length > 0 && !named.includes(code)) yield `names ${named.join(', ')}, and a transition of it has ${code}.`;
  const status = /\breturns (2\d\d)\b/.exec(text)?.[1];
  if (status !== undefined && !own.some(({ node }) => String(node.status) === status))
    yield `says "returns ${status}", and none of its transitions has that status.`;
}

function* sayOfFinalState({ states, transitions }: Lifecycle, { text }: Requirement): Generator<string> {
  const state = /^An? (\w+) invoice never changes\b/.exec(text)?.[1] ?? '';
  if (!states.includes(state)) return;
  for (const transition of transitions.filter(({ from }) => from.includes(state)))
    if ((stateAfter(transition, state) ?? state) !== state || transition.node.changes !== undefined)
      yield `says that ${state} never changes, and '${transition.event}' changes it.`;
}
