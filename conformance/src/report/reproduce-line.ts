import { renderCurl } from '../http/render-curl.ts';
import type { Finding } from '../outcome/finding.ts';

/**
 * One line for a shell with TOKEN exported that shows the finding again: the last request, and where the same
 * request went out several times, all of them, since then it is the repetition that shows it.
 */
export function reproduceLine({ exchanges }: Finding): string {
  const curls = exchanges.map(renderCurl);
  const repeated = new Set(curls).size === 1;
  return repeated ? curls.join('; echo; ') : (curls.at(-1) ?? '');
}
