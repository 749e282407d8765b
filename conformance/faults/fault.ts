import type { StartOptions } from '../servers/listen.ts';
import type { OnCore, OnFull } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** Facts about a fault, beside its steps. */
interface FaultFacts {
  title: string;
  /** Id of the requirement of `openapi.yaml` that the defect breaks, or of the only clause of it: `requirement/clause`. */
  breaks: string;
  /** The field that the finding must name, if there is one. */
  field?: string;
  /** Features of the contract that the server claims beside core; by default, the one of the requirement. */
  features?: readonly string[];
  /** Seconds for which a callback must be waited for to see it; the suite waits for fewer unless told. */
  callbackWait?: number;
}

/** A fault as its table declares it: one defect, and the steps of a lawful server that it replaces. */
export type FaultRecord = FaultFacts & (OnCore | OnFull);

/** The faults of one theme, by id. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

/** A server with one defect, which the suite must find. */
export interface Fault extends FaultFacts {
  id: string;
  /** Id of the requirement. */
  breaks: string;
  /** Id of the statement that it breaks and no other: a case that is for that must see it. */
  clause?: string;
  /** Path of its table, from the root of the repository. */
  file: string;
  start(options?: StartOptions): Promise<RunningServer>;
}

/** Names once what the faults of a table have in common; a record that says it differently is heeded. */
export function sharing<Shared extends Partial<FaultFacts>>(
  shared: Shared,
): (own: Record<string, Omit<FaultFacts, keyof Shared> & Partial<FaultFacts> & (OnCore | OnFull)>) => FaultTable {
  return (own) => Object.fromEntries(Object.entries(own).map(([id, record]) => [id, { ...shared, ...record } as FaultRecord]));
}
