/** Requirements that checks of any response of a domain's APIs report, by what they demand. */
type Rule =
  | 'allowed-methods'
  | 'challenge-of-unknown-token'
  | 'challenge-without-token'
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
  /** Returns whether a document is a contract of this domain. */
  recognizes(document: Readonly<Record<string, unknown>>): boolean;
  /** JSON pointers to the sections that its contracts must have. */
  sections: readonly string[];
  /** JSON pointer to the schema with the lifecycle of the main object. */
  lifecycle: string;
  /** The id of each rule's requirement. */
  rules: Readonly<Record<Rule, string>>;
}

/** Returns the id of a rule's requirement in this contract. @throws Error for a plain document, which states no such rules */
export function ruleOf({ domain }: { domain?: DomainFacts }, rule: Rule): string {
  if (!domain) throw new Error(`A plain document has no rule ${rule}.`);
  return domain.rules[rule];
}
