import { createProblemPages } from '@payment-invoice/kit/pages';
import { basePathOf, type Respond } from '../pages/serve-pages.ts';

/** Shows the page to which a problem's `type` links. For an unknown code, shows a page with status 404. */
export function showProblem(baseUrl: () => string): Respond {
  const find = createProblemPages(() => `${basePathOf(baseUrl())}/docs/`);
  return (ctx, code = '') => {
    const page = find(`/problems/${code}`);
    if (!page) return;
    ctx.status = page.status;
    ctx.set(page.headers);
    ctx.body = page.body;
  };
}
