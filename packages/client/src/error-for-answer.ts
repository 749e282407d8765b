import { describeBody, mediaTypeOf } from './describe-body.ts';
import { AuthenticationError } from './errors/authentication-error.ts';
import { ConflictError } from './errors/conflict-error.ts';
import { InvalidRequestError } from './errors/invalid-request-error.ts';
import { NotFoundError } from './errors/not-found-error.ts';
import type { ErrorFacts, PaymentApiError } from './errors/payment-api-error.ts';
import { PermissionError } from './errors/permission-error.ts';
import { RateLimitError } from './errors/rate-limit-error.ts';
import { ReceiptError } from './errors/receipt-error.ts';
import { ServerError } from './errors/server-error.ts';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
import { ValidationError } from './errors/validation-error.ts';
import { maskSecrets } from './mask-secrets.ts';
import { readProblem } from './read-problem.ts';
import type { Answer } from './send-attempt.ts';
import type { Problem } from './types.ts';

type Kind = [make: new (message: string, facts: ErrorFacts) => PaymentApiError, todo: string];

const unexpected: Kind = [UnexpectedAnswerError, 'Is the base URL the service, or a gateway?'];
const invalidRequest: Kind = [InvalidRequestError, 'The same request will be refused again.'];
const byStatus: Record<number, Kind> = {
  401: [AuthenticationError, 'Check the token.'],
  403: [PermissionError, 'Check the scopes of the token.'],
  404: [NotFoundError, 'Check the invoice id, the token and the base URL.'],
  409: [ConflictError, 'Fetch the invoice to see its state.'],
  429: [RateLimitError, 'Try again after retryAfterSeconds.'],
};

/** The error for an answer that is no invoice. The status decides; problem details only add to it. */
export function errorForAnswer(answer: Answer, secrets: readonly string[]): PaymentApiError {
  const { url, status } = answer;
  const mask = (words: string) => maskSecrets(words, secrets);
  const text = mask(answer.text);
  const headers = new Headers([...answer.headers].map(([name, value]): [string, string] => [name, mask(value)]));
  const problem = status < 400 ? undefined : readProblem(text, mask);
  const [ErrorClass, todo] = kindOf(status, headers, problem);
  const what = problem ? `${problem.code}: ${sentence(problem)}` : `with ${describeBody(headers, text)}.`;
  return new ErrorClass(`${url} answered ${status} ${what} ${todo}`, { status, headers, problem });
}

function kindOf(status: number, headers: Headers, problem: Problem | undefined): Kind {
  // This API never answers in HTML, whatever the status: a gateway, a proxy or another site does.
  if (status < 400 || (!problem && mediaTypeOf(headers) === 'text/html')) return unexpected;
  if (status > 499) return [ServerError, 'Try again later.'];
  if (status !== 422) return byStatus[status] ?? invalidRequest;
  if (problem?.code.startsWith('receipt_')) {
    return [ReceiptError, 'Submit the receipt of this invoice exactly as the payer got it.'];
  }
  if (!problem || problem.code === 'validation_failed') return [ValidationError, 'Correct the members that `errors` names.'];
  return invalidRequest;
}

/** What the service says is wrong, the members that are wrong with it. */
function sentence({ detail, errors = [] }: Problem): string {
  return [detail, ...errors.map((item) => `${item.pointer || 'the body'}: ${item.detail}`)].join(' ');
}
