/** Thrown when a handler returns a response that the contract does not document. This is a bug, and the client gets a 500. */
export class UndocumentedResponseError extends Error {
  override readonly name = 'UndocumentedResponseError';
  /** The operationId, status and content type of the response. */
  readonly response: string;
  /** The rules that the response's headers and body break; empty when the contract does not document `response` at all. */
  readonly findings: readonly string[];

  constructor(response: string, findings: readonly string[]) {
    super(
      findings.length === 0
        ? `The contract has no response ${response}.`
        : `The response ${response} breaks the contract: ${findings.join('; ')}.`,
    );
    this.response = response;
    this.findings = findings;
  }
}
