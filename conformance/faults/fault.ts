import type { StartOptions } from '../servers/serve-requests.ts';
import type { OnCore, OnFull } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** Facts about a fault, besides its steps. */
interface FaultFacts {
  title: string;
  /** The requirement of `openapi.yaml` that the defect breaks, or the only clause that it breaks: `requirement/clause`. */
  breaks: string;
  /** The field that a finding must name, if there is one. */
  field?: string;
  /** Features that the server claims besides core; by default, that of the requirement. */
  features?: readonly string[];
  /** Seconds to wait for a callback, if the suite's shorter default would miss the defect. */
  callbackWait?: number;
}

/** A fault as its table declares it: one defect, as the steps of a correct server that it replaces. */
export type FaultRecord = FaultFacts & (OnCore | OnFull);

/** The faults of one theme, by id. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

/** A server with one defect, which the suite must find. */
export interface Fault extends FaultFacts {
  id: string;
  /** Id of the requirement that it breaks. */
  breaks: string;
  /** Id of the statement that it breaks, if it breaks only one. A case that tests the statement must see it. */
  clause?: string;
  /** Path of its table, from the root of the repository. */
  file: string;
  start(options?: StartOptions): Promise<RunningServer>;
}

/** States the facts that the faults of a table share. A record may override them. */
export function sharing<Shared extends Partial<FaultFacts>>(
  shared: Shared,
): (own: Record<string, Omit<FaultFacts, keyof Shared> & Partial<FaultFacts> & (OnCore | OnFull)>) => FaultTable {
  return (own) => Object.fromEntries(Object.entries(own).map(([id, record]) => [id, { ...shared, ...record } as FaultRecord]));
}
