import type { Listener } from '../callbacks/listener.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Subject } from '../subject/subject.ts';

/** What went wrong, for one requirement, as a person needs it. */
export interface Finding {
  requirement: string;
  level: Requirement['level'];
  /** The member of the request or the answer that it is about. */
  member?: string;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  expected: string;
  received: string;
  /** How the request differs from the baseline that was accepted, in one line. */
  difference?: string;
  /** What was sent and what came, in order. The last one shows it. */
  exchanges: Exchange[];
}

/** What a case works with. */
export interface CaseContext {
  contract: Contract;
  subject: Subject;
  /** Where callbacks come to, if anywhere. */
  listener?: Listener;
  /** The extended features that the deployment claims. */
  features: ReadonlySet<string>;
}

/** What a case needs beyond a base URL and a token. */
export type Need = 'pay';

/** One thing that is checked: a declared value. */
export interface Case {
  /** Path that speaks: operation, part, what is tried. Stable. */
  id: string;
  /** Present tense. */
  title: string;
  /** Id of the requirement that it covers. */
  requirement: string;
  /** Ids of others that it looks at too, and may find broken. */
  covers?: string[];
  /** Slugs of the operations it calls on. */
  operations: string[];
  /** Features that must be claimed beside the requirement's own. */
  features?: string[];
  needs?: Need[];
  /** Runs after the others and with no other beside it: what requests in between would hide. */
  alone?: boolean;
  /** The findings; none means that the requirement held. Throws CaseSkipped or CaseInconclusive where it can't tell. */
  run(context: CaseContext): Promise<Finding[]>;
}

/** A case with what its requirement says of it. */
export interface PlannedCase extends Case {
  level: Requirement['level'];
  support: Requirement['support'];
  feature?: string;
}

/** The case can't be tried on this deployment, for a reason that a user can act on. */
export class CaseSkipped extends Error {
  override name = 'CaseSkipped';
}

/** The environment kept the case from telling: a time-out, a 429 without end, a gateway. */
export class CaseInconclusive extends Error {
  override name = 'CaseInconclusive';
  /** The request that was not answered, where there was one. */
  unanswered?: Exchange;
}
