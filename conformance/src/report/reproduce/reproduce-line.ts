import { renderCurl } from '../../http/render-curl.ts';
import type { Finding } from '../../outcome/finding.ts';

/**
 * Renders the finding as one line for a shell in which TOKEN is exported: its last request, or all of them where the
 * same request was sent several times, because then the repetition shows the defect.
 */
export function reproduceLine({ exchanges }: Finding): string {
  const curls = exchanges.map(renderCurl);
  const repeated = new Set(curls).size === 1;
  return repeated ? curls.join('; echo; ') : (curls.at(-1) ?? '');
}
