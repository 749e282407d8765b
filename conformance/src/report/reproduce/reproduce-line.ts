import { renderCurl } from '../../http/render-curl.ts';
import type { Finding } from '../../outcome/finding.ts';

/**
 * Renders a finding as one line for a shell with TOKEN in its environment. The line sends the last request of the finding. If the
 * finding consists of the same request several times, the line sends it the same number of times.
 */
export function reproduceLine({ exchanges }: Pick<Finding, 'exchanges'>): string {
  const last = exchanges.at(-1);
  const curl = last ? renderCurl(last) : '';
  if (exchanges.length < 2 || !showsByItself({ exchanges })) return curl;
  return `for n in ${exchanges.map((_, at) => at + 1).join(' ')}; do ${curl}; echo; done`;
}

/** Returns whether this line alone reproduces the finding: the finding needs only one request, or the same one several times. */
export function showsByItself({ exchanges }: Pick<Finding, 'exchanges'>): boolean {
  return new Set(exchanges.map((one) => renderCurl(one))).size === 1;
}

export function runCaseAgain(reproduce: string, id: string): string {
  return `${reproduce.replace(/ --(?:(?:case|operation|requirement)[ =]\S+|failed(?= |$))/g, '')} --case ${id}`;
}
