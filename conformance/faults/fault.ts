import type { StartOptions } from '../servers/serve-requests.ts';
import type { OnCore, OnFull } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** Facts about a fault, besides its steps. */
interface FaultFacts {
  title: string;
  /**
   * Id of the requirement of `openapi.yaml` that the defect breaks, or of the one clause that it breaks: `requirement/clause`.
   */
  breaks: string;
  /** The field that the finding must name, if any. */
  field?: string;
  /** Features of the contract that the server claims besides core; by default, the feature of the requirement. */
  features?: readonly string[];
  /** Seconds to wait for a callback where the suite's shorter default would miss the defect. */
  callbackWait?: number;
}

/** A fault as its table declares it: one defect, and the steps of a correct server that it replaces. */
export type FaultRecord = FaultFacts & (OnCore | OnFull);

/** The faults of one theme, by id. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

/** A server with one defect, which the suite must find. */
export interface Fault extends FaultFacts {
  id: string;
  /** Id of the requirement that it breaks. */
  breaks: string;
  /** Id of the statement that it breaks, if it breaks only that one: a case that tests the statement must see it. */
  clause?: string;
  /** Path of its table, from the root of the repository. */
  file: string;
  start(options?: StartOptions): Promise<RunningServer>;
}

/** States once what the faults of a table have in common; a record may override it. */
export function sharing<Shared extends Partial<FaultFacts>>(
  shared: Shared,
): (own: Record<string, Omit<FaultFacts, keyof Shared> & Partial<FaultFacts> & (OnCore | OnFull)>) => FaultTable {
  return (own) => Object.fromEntries(Object.entries(own).map(([id, record]) => [id, { ...shared, ...record } as FaultRecord]));
}
