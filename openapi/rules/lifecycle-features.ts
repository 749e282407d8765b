import { entriesOf } from '../reader/json.ts';
import { eventFeature, type Lifecycle } from '../reader/list-lifecycles.ts';
import type { Contract } from '../reader/read-contract.ts';
import type { Finding } from './define-rule.ts';

/**
 * Checks that a deployment without a feature never meets its states: the initial state belongs to none, and only an event
 * of the feature leads to a state of it.
 */
export function* checkFeatures({ features, operations }: Contract, lifecycle: Lifecycle): Generator<Finding> {
  const { at, node, states, initial, events, transitions, stateFeatures } = lifecycle;
  const refuse = (place: (string | number)[], message: string) => ({ at: [...at, ...place], message });
  for (const [state] of entriesOf(node.states))
    if (!states.includes(state)) yield refuse(['states', state], `'${state}' is no state. Use one of ${states.join(', ')}.`);
  for (const event of events.keys()) {
    const feature = eventFeature(lifecycle, operations, event);
    if (feature !== '' && !features.has(feature))
      yield refuse(['events', event], `Event '${event}' belongs to '${feature}', which is no feature of x-features.`);
  }
  if (stateFeatures.has(initial))
    yield refuse(
      ['initial'],
      `${initial} is where every invoice begins, so it belongs to no feature. Take it out of \`states\`.`,
    );
  for (const { event, from, to, at: place } of transitions) {
    const needed = stateFeatures.get(to ?? '');
    const given = [eventFeature(lifecycle, operations, event), ...from.map((state) => stateFeatures.get(state) ?? '')];
    if (needed && !given.includes(needed))
      yield {
        at: [...place, 'to'],
        message: `'${event}' leads to ${to}, which belongs to the feature '${needed}', and does not itself. Say \`x-feature: ${needed}\` at the event.`,
      };
  }
}
