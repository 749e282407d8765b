import { renderCurl } from '../../http/render-curl.ts';
import type { Finding } from '../../outcome/finding.ts';

/** Renders a finding as one shell line that needs TOKEN: its last request, or a repeated one as often as it was sent. */
export function reproduceLine({ exchanges }: Pick<Finding, 'exchanges'>): string {
  const curls = exchanges.map((one) => renderCurl(one));
  return curls.length > 1 && showsByItself({ exchanges }) ? repeat(curls) : (curls.at(-1) ?? '');
}

/** Returns whether the line alone shows the defect: it sends one request, or the same one several times. */
export function showsByItself({ exchanges }: Pick<Finding, 'exchanges'>): boolean {
  return new Set(exchanges.map((one) => renderCurl(one))).size === 1;
}

function repeat(curls: readonly string[]): string {
  return `for n in ${curls.map((_, at) => at + 1).join(' ')}; do ${curls[0]}; echo; done`;
}

export function runCaseAgain(reproduce: string, id: string): string {
  return `${reproduce.replace(/ --(?:(?:case|operation|requirement)[ =]\S+|failed(?= |$))/g, '')} --case ${id}`;
}
