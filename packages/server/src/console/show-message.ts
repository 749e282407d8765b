import { html } from '@payment-invoice/kit/pages';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { basePathOf, problemOfError } from '../pages/serve-pages.ts';
import { renderFrame } from './render-frame.ts';
import { type ConsoleParts, FormRefusedError, type Visitor } from './visitor.ts';

/** Shows a page that says that nothing is here, without repeating the address. */
export function showNothing(ctx: Context, visitor: Visitor, sentence: string): void {
  ctx.status = 404;
  ctx.body = renderFrame(
    { title: 'Nothing here', visitor, basePath: visitor.basePath },
    html`<div class="narrow"><h1>Nothing here</h1><p>${sentence}</p><p><a href="${visitor.basePath}/sandbox">All invoices</a></p></div>`,
  );
}

/** Makes the function that responds to an error with a page. A wrong method remains a problem, for people who write programs. */
export function showConsoleFailure({ services, logger }: Pick<ConsoleParts, 'services' | 'logger'>) {
  return (ctx: Context, error: unknown): void => {
    const basePath = basePathOf(services.baseUrl());
    const problem = error instanceof ProblemError ? error : problemOfError(error);
    if (problem?.code === 'method_not_allowed') throw problem;
    const isRefused = error instanceof FormRefusedError;
    if (!problem && !isRefused) logger.error({ requestId: ctx.state.requestId, err: error }, 'failed');
    ctx.status = isRefused ? error.status : (problem?.status ?? 500);
    ctx.set({ ...problem?.headers });
    ctx.body = renderFrame(
      { title: 'That did not work', basePath },
      html`<div class="narrow"><h1>That did not work</h1>
<p>${isRefused ? `${refusals[error.status]} Nothing was changed.` : (problem?.detail ?? 'The server has a fault. Its log says more.')}</p>
<p class="soft">Request <span class="code">${ctx.state.requestId}</span></p>
<p><a href="${basePath}/sandbox">Back to the console</a></p></div>`,
    );
  };
}

const refusals: Readonly<Record<FormRefusedError['status'], string>> = {
  400: 'What was sent cannot be read as a form.',
  403: 'The form did not come from a page of this console as it is now. Load the page again; if your browser refuses cookies, allow them here.',
  413: 'What was sent is longer than any form of the console.',
  415: 'What was sent is no form.',
};
