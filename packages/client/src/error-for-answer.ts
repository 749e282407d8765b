import { describeBody } from './describe-body.ts';
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
import { readProblem } from './read-problem.ts';
import type { Answer } from './transport.ts';
import type { Problem } from './types.ts';

type Kind = { make: new (message: string, facts: ErrorFacts) => PaymentApiError; todo: string };

const unexpected: Kind = {
  make: UnexpectedAnswerError,
  todo: 'Check that the base URL is the service and not a gateway or a web site.',
};
const invalidRequest: Kind = { make: InvalidRequestError, todo: 'Correct the request; the same one will be refused again.' };
const byStatus: Record<number, Kind> = {
  401: { make: AuthenticationError, todo: 'Check the token that createClient was given.' },
  403: { make: PermissionError, todo: 'Ask for a token that allows this operation.' },
  404: { make: NotFoundError, todo: 'Check the invoice id, that the token is of the account that created it, and the base URL.' },
  409: { make: ConflictError, todo: 'Fetch the invoice to see its state.' },
  429: { make: RateLimitError, todo: 'Try again later, after retryAfterSeconds when it is given.' },
};

/** The error for an answer that is not a success. The status decides; problem details only add to it. */
export function errorForAnswer(answer: Answer): PaymentApiError {
  const { url, status, headers } = answer;
  const problem = readProblem(answer.text);
  const { make: ErrorClass, todo } = kindOf(answer, problem);
  const what = problem ? `${problem.code}: ${sentence(problem)}` : `with ${describeBody(answer)}.`;
  const requestId = problem?.requestId ?? headers.get('x-request-id');
  const reference = requestId ? ` (request id ${requestId})` : '';
  return new ErrorClass(`${url} answered ${status} ${what} ${todo}${reference}`, { status, headers, problem });
}

function kindOf({ status, headers }: Answer, problem: Problem | undefined): Kind {
  // This API never answers in HTML, whatever the status: a gateway, a proxy or another site does.
  if (status < 400 || (!problem && /^text\/html\b/i.test(headers.get('content-type') ?? ''))) return unexpected;
  if (status >= 500)
    return { make: ServerError, todo: 'Nothing was changed if the service keeps the contract; try again later.' };
  if (status !== 422) return byStatus[status] ?? invalidRequest;
  if (problem?.code.startsWith('receipt_')) {
    return {
      make: ReceiptError,
      todo: "Submit the receipt of this invoice's completed payment, exactly as the payer was given it.",
    };
  }
  if (!problem || problem.code === 'validation_failed') {
    return { make: ValidationError, todo: 'Correct the members that `errors` names.' };
  }
  return invalidRequest;
}

/** What the service says is wrong, the members that are wrong with it. */
function sentence({ detail, errors = [] }: Problem): string {
  const items = errors.map((item) => `${item.pointer || 'the body'}: ${item.detail}`).join(' ');
  return items === '' ? detail : `${detail} ${items}`;
}
