import { describeBody } from './describe-body.ts';
import { errorForAnswer } from './error-for-answer.ts';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
import { maskToken } from './mask-token.ts';
import type { Answer } from './transport.ts';
import type { PaymentInvoice } from './types.ts';

/** The invoice in an answer. Any 2xx is success (the contract's core fixes none). Throws the error for every other answer. */
export function readInvoice(answer: Answer): PaymentInvoice {
  const { status, text } = answer;
  if (status < 200 || status > 299) throw errorForAnswer(maskToken(answer));
  const value = parse(text);
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && value.id !== '') {
    return value as PaymentInvoice;
  }
  const shown = maskToken(answer);
  throw new UnexpectedAnswerError(
    `${shown.url} answered ${status} with ${describeBody(shown)}, where an invoice was expected. Check that the base URL is the service and not a gateway or a web site.`,
    { status, headers: shown.headers },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
