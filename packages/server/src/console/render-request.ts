import { type Html, html } from '../pages/html-page.ts';
import type { Header, RecordedRequest } from './journal.ts';
import { plainText } from './plain-text.ts';
import { renderCopies } from './render-copies.ts';
import { renderMessage, shownCharacters } from './render-exchange.ts';
import { renderHttpStatus } from './render-status.ts';

/** The header of every request that is kept; the token itself is not. */
const authorization: Header = ['Authorization', 'Bearer ••••••••'];

/** Renders what was asked and how it ended, in a line. */
export function renderRequestLine({ method, path, status, ms, responseBody }: RecordedRequest): Html {
  const code = status < 400 ? undefined : /"code":"(\w{1,64})"/.exec(responseBody)?.[1];
  return html`${renderHttpStatus(status)} <span class="code">${plainText(method)} ${plainText(path)}</span>${code && html` <span class="code problem">${code}</span>`} <span class="soft number">${ms} ms</span>`;
}

/** Renders a request and its response, whole or as much as there is room for, and the ways to send it again. */
export function renderRequest(request: RecordedRequest, isWhole = false): Html {
  const { requestId, method, path, headers, body, status, responseHeaders, responseBody } = request;
  const asked = { words: 'Request', firstLine: `${method} ${path}`, headers: [authorization, ...headers], body };
  const responded = {
    words: 'Response',
    firstLine: String(status),
    headers: [['X-Request-Id', requestId] as const, ...responseHeaders],
    body: responseBody,
  };
  return html`<div class="exchange">
${renderMessage(asked, `${requestId}-request`, isWhole)}
${renderMessage(responded, `${requestId}-response`, isWhole)}
</div>
${isWhole || body.length <= shownCharacters ? renderCopies(request) : undefined}`;
}
