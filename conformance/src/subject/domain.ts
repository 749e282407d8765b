import type { Contract } from '../contract/contract.ts';
import type { DomainFacts } from '../contract/domain.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Play } from './play.ts';
import type { Inputs } from './request-for.ts';
import type { Subject } from './subject.ts';

/** Causes an event of an invoice. Returns the exchange that caused the event, or undefined if the clock caused it. */
export type Cause = (play: Play) => Promise<Exchange | undefined>;

/** A way to bring a new invoice into another state. */
export interface Way {
  /** Number of callbacks that are sent on the way. */
  events: number;
  /** Brings the invoice into the state. Skips the case if that is not possible with this deployment. */
  go(play: Play): Promise<void>;
}

/** A way that is written by hand. It is used only if its events (`by`) still lead to the state. */
export type WrittenWay = Way & { by: readonly string[] };

/** Valid requests for an operation that needs more than the id of an invoice. */
export interface OperationBaseline {
  /** The scope in which the shared exchange is recorded. */
  shared: string;
  body(subject: Subject): Promise<Record<string, unknown>>;
  /** Sends one valid request for all cases, and returns the exchange. The deployment may refuse even a valid request. */
  exchange(subject: Subject): Promise<Exchange>;
  /** Makes values that a call needs besides the id of the play's invoice. Skips the case if the deployment cannot make them. */
  valuesFor?(play: Play): Promise<Inputs>;
  /** Does the same as `exchange`, but skips the case after a refusal that may not be the fault of the deployment. */
  outcome?(subject: Subject): Promise<Exchange>;
}

/** All that the suite knows about a domain: its facts, and what the contract does not say about using its APIs. */
export interface Domain extends DomainFacts {
  /** How to cause events that need more than a call with the invoice's id. */
  causes: Readonly<Record<string, Cause>>;
  /** Hand-written ways to bring an invoice into a state. They set more of its fields than the shortest ways do. */
  ways: Readonly<Record<string, WrittenWay>>;
  /** Brings an invoice into its usual final state, and returns the last exchange. Skips the case if that is not possible. */
  settle(play: Play): Promise<Exchange>;
  /** Events that can happen only after another event. */
  later: readonly string[];
  /** The baselines of operations, by the operation's id. */
  baselines: Readonly<Record<string, OperationBaseline>>;
}

/** Returns the domain with which a contract was read. The suite always passes a whole `Domain` when it reads a contract. */
export const domainOf = ({ domain }: Contract): Domain | undefined => domain as Domain | undefined;
