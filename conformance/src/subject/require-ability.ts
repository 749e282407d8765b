import type { Adapter } from '../adapter/adapter.ts';
import { askAdapter } from '../adapter/ask-adapter.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Subject } from './subject.ts';

/** Returns a function of the adapter. Skips the case where the adapter lacks it, and says what is missing. */
export function requireAbility<Name extends keyof Adapter>(
  { wire }: Subject,
  name: Name,
  need: string,
): NonNullable<Adapter[Name]> {
  wire.use(name);
  const found = wire.adapter[name];
  if (found === undefined) throw new CaseSkipped(`${need}: give an adapter with ${name}.`, name);
  if (name === 'advanceTime') return wire.advanceTime as NonNullable<Adapter[Name]>;
  const ask = (...given: unknown[]) =>
    askAdapter(name, async () => (found as (...all: unknown[]) => unknown).apply(wire.adapter, given));
  return ask as NonNullable<Adapter[Name]>;
}
