import type { Listener } from '../callbacks/listener.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Subject } from '../subject/subject.ts';

/** The tools of a case. */
export interface CaseContext {
  contract: Contract;
  subject: Subject;
  /** The listener for callbacks, if the suite listens anywhere. */
  listener?: Listener;
  /** The extended features that the deployment claims. */
  features: ReadonlySet<string>;
}

/** Something that a case needs beyond a base URL and a token. */
export type Need = 'pay';

/** One thing that is checked: a declared value. */
export interface Case {
  /** Folder of the case below `cases/`, then its subject and what is tried. Never changes. */
  id: string;
  /** Present tense. */
  title: string;
  /** The id of its requirement, or of the clause of one that it is for: `requirement/clause`. */
  requirement: string;
  /** Ids of other requirements that it also looks at, and may find broken. */
  covers?: string[];
  /** Further clauses that it is for: `requirement/clause`. */
  tries?: string[];
  /** Slugs of the operations that it calls. */
  operations: string[];
  /** True if its request, its expectation and its requirement come from the contract, so that a change of that changes it. */
  derived?: boolean;
  /** True if it looks at the form of a part only: that it is there, or taken, and as its schema says. */
  ofForm?: boolean;
  /** Facts of the contract that it tries, as the check of the plan names them, such as `scope of createPayment`. */
  proves?: string[];
  /** Code of the problem that it expects. */
  problem?: string;
  /** Features that must be claimed beside the requirement's own. */
  features?: string[];
  needs?: Need[];
  /** Runs after the others, with no other beside it: requests in between would hide what it looks for. */
  alone?: boolean;
  /** Waits for the deployment's clock to be moved: runs after those that do not, together with all that do. */
  movesClock?: boolean;
  /** Measures that clock against the real one: begins when all others only wait for the clock. */
  keepsTime?: boolean;
  /** Waits, on some deployments for seconds: it begins before the others, and they run meanwhile. */
  waits?: boolean;
  /** Seconds for which it must be let wait for a callback (`--callback-wait`): with fewer it is skipped, as it takes so long. */
  callbackWait?: number;
  /** Judges what the other cases have recorded, at the end of the run. */
  judgesRecord?: boolean;
  /** Takes a success for as right as a refusal: only a server error, or a changed value, is wrong. */
  takesEither?: boolean;
  /** Returns the findings; none means that the requirement held. Throws CaseSkipped or CaseInconclusive where it cannot tell. */
  run(context: CaseContext): Promise<Finding[]>;
}

/** A case with its file and what its requirement says of it. */
export interface PlannedCase extends Case {
  /** Below the suite's folder, such as `cases/create-payment/answer.ts`. */
  file: string;
  level: Requirement['level'];
  support: Requirement['support'];
  feature?: string;
  /** Ids of the statements that it is for: requirements, and clauses of some. */
  tries: string[];
}

/** Declares the cases of one file. */
export type DeclareCases = (contract: Contract) => Case[];

/** The files of one folder below `cases/`, by their names, with what each declares. */
export type CaseFolder = Record<string, DeclareCases>;
