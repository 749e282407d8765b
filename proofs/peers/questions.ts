import { exampleCreate as valid } from '@payment-invoice/generated/examples';
import type { Peer } from './peers.ts';

/** The response to a create. */
export interface Reply {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/**
 * A question that is asked about every peer: what notices a certain mistake? The mistake is made in an otherwise correct server
 * or request.
 */
export interface Question {
  id: string;
  /** The question, as the heading of the table's column. */
  asks: string;
  /** Returns the text of a file of the server: with the mistake if this is the file to change, otherwise unchanged. */
  edit?: (text: string, file: string, peer: Peer) => string;
  /** True if the contract changes as well. */
  hasNewContract?: boolean;
  /** True if only types can reveal the mistake. The peer is then compiled but not run. */
  isOfTypes?: boolean;
  /** The mistake, if it is in a request and not in the server. */
  request?: { body?: string; type?: string };
  /** Describes how the mistake showed in the response. Called only if the code compiled and the server responded. */
  judge: (reply: Reply) => string;
}

const inHandler = (change: (text: string, peer: Peer) => string) => (text: string, file: string, peer: Peer) =>
  file === peer.handler ? change(text, peer) : text;
const isFailure = ({ status }: Reply) => status >= 500;
const judgeSent =
  (isThere: (reply: Reply) => boolean) =>
  (reply: Reply): string =>
    isFailure(reply) ? `${reply.status}` : isThere(reply) ? '**sent**' : 'left out';
const judgeRequest = ({ status }: Reply): string => (status < 400 ? '**taken**' : `${status}`);

/** The questions, the same for every peer. */
export const questions: Question[] = [
  {
    id: 'misspelt',
    asks: 'a misspelt field beside the right ones of a response',
    edit: inHandler((text) =>
      text.replace('amount: body.amount,', 'amount: body.amount, amout: 1,').replace(/(\n\s+)Id: /, '$1Idd: "x", Id: '),
    ),
    judge: judgeSent(({ body }) => 'amout' in body),
  },
  {
    id: 'row',
    asks: 'a row with `callbackUrl` and `owner` spread into a response',
    edit: inHandler((text, { language }) =>
      language === 'Go'
        ? text.replace(/(\n\s+)Id: /, '$1CallbackUrl: nil, Id: ')
        : `${text.replace(/^ +id,$/m, '...row, id,')}\nconst row = { callbackUrl: 'https://shop.example/', owner: 'acc_1' };\n`,
    ),
    judge: judgeSent(({ body }) => 'callbackUrl' in body || 'owner' in body),
  },
  {
    id: 'type',
    asks: '`amount` of a response as a text',
    edit: inHandler((text) =>
      text
        .replace('amount: body.amount,', 'amount: String(body.amount),')
        .replace('request.Body.Amount,', 'fmt.Sprint(request.Body.Amount),'),
    ),
    judge: judgeSent(({ body }) => typeof body.amount === 'string'),
  },
  {
    id: 'header',
    asks: 'a response without `X-Request-Id`',
    edit: inHandler((text) =>
      text
        .replace(/^.*'X-Request-Id', randomUUID.*\n/m, '')
        .replace(/^\s+XRequestId:.*\n/m, '')
        .replace('requestID, noStore', '_, noStore'),
    ),
    judge: (reply) => (isFailure(reply) ? `${reply.status}` : reply.headers.has('x-request-id') ? 'sets it itself' : '**sent**'),
  },
  {
    id: 'range',
    asks: '`amount: 0` in a request',
    request: { body: JSON.stringify({ ...valid, amount: 0 }) },
    judge: judgeRequest,
  },
  {
    id: 'unknown',
    asks: 'a field that is not in the contract',
    request: { body: JSON.stringify({ ...valid, amout: 1 }) },
    judge: judgeRequest,
  },
  {
    id: 'media-type',
    asks: '`text/plain`',
    request: { type: 'text/plain' },
    judge: judgeRequest,
  },
  {
    id: 'size',
    asks: 'a body of 1 MB',
    request: { body: JSON.stringify(valid) + ' '.repeat(1_000_000) },
    judge: judgeRequest,
  },
  {
    id: 'event',
    asks: 'a misspelt field of a callback',
    edit: (text, file) =>
      file === 'event.ts'
        ? text.replace('sequence: 1,', 'sequence: 1, sequense: 1,')
        : file === 'event.go'
          ? text.replace('Sequence:', 'Sequense: 1, Sequence:')
          : text,
    isOfTypes: true,
    judge: () => '',
  },
  {
    id: 'change',
    asks: 'a new contract with one more field',
    hasNewContract: true,
    judge: (reply) => (isFailure(reply) ? `${reply.status}` : '**not noticed**'),
  },
];

/** A create that a correct server accepts. */
export const rightRequest = { body: JSON.stringify(valid), type: 'application/json' };
