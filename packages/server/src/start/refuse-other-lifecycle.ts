import { loadContract } from '@payment-invoice/stubs';
import { compareLifecycle, type Lifecycle } from '../engine/compare-lifecycle.ts';

/** Loads the state machine that the contract states. */
export function loadLifecycle(): Lifecycle {
  const contract: unknown = loadContract();
  return (contract as { components: { schemas: { InvoiceStatus: { 'x-lifecycle': Lifecycle } } } }).components.schemas
    .InvoiceStatus['x-lifecycle'];
}

/** @throws Error naming each cell in which the engine's table is not the contract's: such a server must not run */
export function refuseOtherLifecycle(): void {
  const differences = compareLifecycle(loadLifecycle());
  if (differences.length > 0) throw new Error(`The engine is not the contract's state machine:\n${differences.join('\n')}`);
}
