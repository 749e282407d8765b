import { type Adapter, askAdapter } from '../adapter/adapter.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { whileStill } from '../places/stillness.ts';
import type { Subject } from './subject.ts';

type Ability<Name extends keyof Adapter> = NonNullable<Adapter[Name]>;

/** Returns a function of the adapter. Skips the case if the adapter does not have it. */
export function requireAbility<Name extends keyof Adapter>({ wire }: Subject, name: Name, need: string): Ability<Name> {
  wire.use(name);
  const found = wire.adapter[name];
  if (found === undefined) throw new CaseSkipped(`${need}: give an adapter with ${name}.`, name);
  if (name === 'advanceTime') return wire.advanceTime as Ability<Name>;
  const ask = (...given: unknown[]) =>
    askAdapter(name, async () => (found as (...all: unknown[]) => unknown).apply(wire.adapter, given));
  return ask as Ability<Name>;
}

/** Runs a function while the adapter keeps part of the deployment unavailable. Cases that need the same outage share it. */
export async function duringOutage<Value>(
  subject: Subject,
  part: 'verifier' | 'store',
  ask: () => Promise<Value>,
): Promise<Value> {
  const outage = requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  const turn = (on: boolean) => async () => outage(part, on, subject.settings);
  return whileStill(part, { begin: turn(true), end: turn(false) }, ask);
}
