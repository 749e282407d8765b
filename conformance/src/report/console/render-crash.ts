import { renderCurl } from '../../http/render-curl.ts';
import { cutText, showUnseen } from '../../text/encode-output.ts';
import type { Paint } from '../../text/paint.ts';
import type { Crash } from '../report.ts';

/** Renders the last requests before the deployment stopped responding; one of them may have ended it. */
export function renderCrash({ failure, unanswered, before }: Crash, paint: Paint): string[] {
  return [
    '',
    `${paint('red', 'GONE')}  The deployment stopped responding: ${unanswered} requests in a row ended with "${showUnseen(failure)}".`,
    '      The last requests before that, of which one may have ended it:',
    ...before.map(({ case: id, exchange }) => {
      const outcome = exchange.answer ? String(exchange.answer.status) : 'no response';
      const body = exchange.request.body === undefined ? '' : `  ${cutText(showUnseen(exchange.request.body), 100)}`;
      return `        ${outcome.padEnd(11)}  ${showUnseen(`${exchange.request.method} ${exchange.request.path}`)}${body}  ${paint('dim', id)}`;
    }),
    ...curlLines(before),
  ];
}

function curlLines(before: Crash['before']): string[] {
  const suspects = before.filter(({ exchange }) => exchange.answer === undefined).map(({ exchange }) => renderCurl(exchange));
  const short = suspects.filter((curl) => curl.length < 600);
  return short.length === 0
    ? []
    : ['      To try those without a response, one after the other:', ...short.map((curl) => `        ${showUnseen(curl)}`)];
}
