/** Our bug: a handler gave an answer that the contract does not have. The client is told 500. */
export class UndocumentedAnswerError extends Error {
  override readonly name = 'UndocumentedAnswerError';
  /** operationId, status and content type of the answer. */
  readonly answer: string;
  /** What is wrong with its body; empty when the answer itself is undocumented. */
  readonly findings: readonly string[];

  constructor(answer: string, findings: readonly string[]) {
    super(
      findings.length === 0
        ? `The contract has no answer ${answer}.`
        : `The answer ${answer} breaks the contract: ${findings.join('; ')}.`,
    );
    this.answer = answer;
    this.findings = findings;
  }
}
