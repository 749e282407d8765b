/** Requirements that checks of any response of a domain's APIs report, by what they demand. */
type Rule =
  | 'allowed-methods'
  | 'json'
  | 'not-stored'
  | 'problem'
  | 'problem-code'
  | 'problem-items'
  | 'problem-request-id'
  | 'problem-status'
  | 'progress'
  | 'read-again'
  | 'replayed'
  | 'request-id'
  | 'token-kept';

/**
 * The facts about a domain, such as payments, that its contracts do not state in a form that the suite can read. A contract is
 * read with the facts of its domain. Any other document is a plain one.
 */
export interface DomainFacts {
  /** The folder with all that the suite knows about the domain. */
  room: string;
  /** Returns whether a document is a contract of this domain. */
  recognizes(document: Readonly<Record<string, unknown>>): boolean;
  /** JSON pointers to the sections that its contracts must have. */
  sections: readonly string[];
  /** JSON pointer to the schema with the lifecycle of the main object. */
  lifecycle: string;
  /** The id of each rule's requirement. */
  rules: Readonly<Record<Rule, string>>;
  /** The challenge that a response with the code of a problem must contain. */
  challenges: ReadonlyMap<string, ExpectedChallenge>;
  /** Names that hand-written cases expect in a contract, by their kind. */
  names: Readonly<Record<NameKind, readonly string[]>>;
  /** Words of messages to users whose deployment accepts no create. */
  words: { api: string; choice: string; other: string; options: string };
  /** Lists values of fields for the creates to try until one is accepted, from the options of the command. */
  choices(options: Inputs): Inputs[];
  /** The header that marks a repeated response to an idempotency key. */
  replayed: string;
  /** The operation that a deployment may refuse because the suite lacks an ability, and what to do about that. */
  lacking: { operation: string; ability: string; advice: string };
  /** Fields by three of which a response is recognized as the main object, and not as a page or a hint of a framework. */
  signs: readonly string[];
  /** The fields of the main object with the times at which it was created and at which it expires. */
  times: { created: string; expires: string };
  /** The fields that must have different values in any two main objects, each with its requirement. */
  distinct: Readonly<Record<string, string>>;
  /** A field whose form need not be checked if it has a value that a create sent, because it repeats any accepted value. */
  repeated: string;
  /** A field that lasts too, although the contract does not say so. Without the feature it lasts while the state stays. */
  lasting: { field: string; feature: string };
  /** The requirements by which states are final. */
  final: Readonly<Record<string, string>>;
  /**
   * Finds a field besides the state in which a main object goes back to an earlier value.
   * @param final the requirement by which the object's state is final, if it was so in both responses
   */
  findTakenBack(earlier: Inputs, later: Inputs, final?: string): { requirement: string; field: string } | undefined;
}

/** A challenge of WWW-Authenticate for bearer tokens. */
export interface ExpectedChallenge {
  requirement: string;
  /** The challenge in words. */
  shown: string;
  isRight(parameters: ReadonlyMap<string, string>): boolean;
}

type Inputs = Readonly<Record<string, unknown>>;

export type NameKind = 'field' | 'feature' | 'parameter' | 'header' | 'header where no operation is' | 'header of callbacks';

/** Returns the facts about the domain of a contract. @throws Error for a plain document, which has no domain */
export function factsOf({ domain }: { domain?: DomainFacts }): DomainFacts {
  if (!domain) throw new Error('A plain document belongs to no domain.');
  return domain;
}

/** Returns the id of a rule's requirement in this contract. @throws Error for a plain document, which states no such rules */
export const ruleOf = (contract: { domain?: DomainFacts }, rule: Rule): string => factsOf(contract).rules[rule];
