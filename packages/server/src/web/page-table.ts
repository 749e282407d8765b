import type { Sweeper } from '@payment-invoice/kit/invoices';
import type { Limiter } from '@payment-invoice/kit/rates';
import type { Api } from '@payment-invoice/stubs';
import type { Logger } from 'pino';
import type { Sandbox } from '../console/console.ts';
import { listConsolePages } from '../console/console-pages.ts';
import type { Services } from '../handlers/services.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { type Access, accountBy, everyone, operatorWith, payersBy } from '../pages/page-access.ts';
import { type Page, sendAssets } from '../pages/serve-pages.ts';
import { pageFiles, paymentPageHeaders } from '../payment-page/page-files.ts';
import { createMerchantFinder, type PageServices, showUnknown } from '../payment-page/page-services.ts';
import { playPayer } from '../payment-page/play-payer.ts';
import { showFailure } from '../payment-page/show-failure.ts';
import { showInvoice, showState } from '../payment-page/show-invoice.ts';
import { askForReceipt, takeReceipt } from '../payment-page/take-receipt.ts';
import type { PayerGuard } from '../rates/payer-guard.ts';
import { type Act, actOnJson } from '../sandbox/act-on-json.ts';
import { mintSandboxToken, narrowSandboxToken, revokeSandboxToken } from '../sandbox/mint-token.ts';
import { payInvoice, readPaymentOrder } from '../sandbox/play-payment.ts';
import { moveClock, renewSecret, turnOutage, turnRateLimits } from '../sandbox/sandbox-tools.ts';
import { reportHealth, reportMetrics, reportReadiness } from './report-health.ts';
import { leadToDocs, sendDocument, showDocs } from './show-docs.ts';
import { showProblem } from './show-problem.ts';

/** The services that the pages of a server need. */
export interface PageParts {
  services: Services;
  /** The sandbox's services; undefined if real money is paid. */
  sandbox: Sandbox | undefined;
  sweeper: Sweeper;
  logger: Logger;
  metrics: Metrics;
  metricsToken: string | undefined;
  paymentApp: string | undefined;
  payers: PayerGuard;
  /** Limits requests with a wrong operator token. */
  failures: Limiter;
}

/** Lists all paths that are not in the contract, who may request each, and what responds to each method. */
export function listPages(parts: PageParts, api: Api): Page[] {
  const { services, sandbox, sweeper, logger, metrics, metricsToken, paymentApp, payers, failures } = parts;
  const payer = payersBy(payers);
  const { store, baseUrl, isSandbox } = services;
  const findMerchant = createMerchantFinder(store, services.now);
  const document = sendDocument({ baseUrl, isSandbox });
  // Only the operator may see the number of invoices, so a live server requires the operator's token for its metrics.
  const metricsAccess = metricsToken !== undefined ? operatorWith(metricsToken, failures) : isSandbox ? payer : undefined;
  return [
    { path: /^\/healthz$/, access: everyone, GET: reportHealth },
    { path: /^\/readyz$/, access: everyone, GET: reportReadiness(store) },
    ...(metricsAccess ? [{ path: /^\/metrics$/, access: metricsAccess, GET: reportMetrics(metrics) }] : []),
    { path: /^\/(?:docs)?$/, access: payer, GET: leadToDocs(baseUrl) },
    // Each page is also available under its file name. Pages link to file names, so that links work in a folder too.
    { path: /^\/docs\/(?:index\.html)?$/, access: payer, GET: showDocs('index.html', { baseUrl, isSandbox }) },
    { path: /^\/docs\/page(?:\.html)?$/, access: payer, GET: showDocs('page.html', { baseUrl, isSandbox }) },
    { path: /^\/docs\/requirements(?:\.html)?$/, access: payer, GET: showDocs('requirements.html', { baseUrl, isSandbox }) },
    {
      path: /^\/docs\/(openapi\.(?:json|yaml)|(?:generators|arazzo)\/[a-z][a-z0-9.-]{0,60}\.(?:json|toml|yaml))$/,
      access: payer,
      GET: document,
    },
    { path: /^\/(openapi\.(?:json|yaml))$/, access: payer, GET: document },
    { path: /^\/problems\/([^/]{1,255})$/, access: payer, GET: showProblem(baseUrl) },
    { path: /^\/assets\/payment-page\.[0-9a-f]{10}\.(css|js|svg)$/, access: payer, GET: sendAssets(pageFiles) },
    ...listPaymentPages({ ...services, logger, payers, sandbox: sandbox?.identity, findMerchant, paymentApp }, payer),
    ...(sandbox ? listSandboxPages(services, sandbox, sweeper) : []),
    ...(sandbox ? listConsolePages({ services, sandbox, sweeper, logger, api }, payer) : []),
  ];
}

/** Lists the pages under `/pay/`. Anyone who knows an invoice's id is treated as its payer. Errors are shown as pages. */
export function listPaymentPages(services: PageServices, access: Access = payersBy(services.payers)): Page[] {
  const { sandbox } = services;
  const page = (end: string) => ({
    path: new RegExp(`^/pay/([^/]{1,255})${end}$`),
    access,
    headers: paymentPageHeaders,
    fail: showFailure(services),
  });
  return [
    { ...page(''), GET: (ctx, id) => showInvoice(ctx, services, id) },
    { ...page('/status'), GET: (ctx, id) => showState(ctx, services, id) },
    {
      ...page('/receipt'),
      GET: (ctx, id) => askForReceipt(ctx, services, id),
      POST: (ctx, id) => takeReceipt(ctx, services, id),
    },
    ...(sandbox ? [{ ...page('/sandbox'), POST: (ctx, id) => playPayer(ctx, services, id, sandbox) } satisfies Page] : []),
    { ...page(''), path: /^\/pay\//, any: (ctx) => showUnknown(ctx, services) },
  ];
}

/**
 * Lists the sandbox's own paths. Simulated outages and rate limits affect only `payments`. A path that changes an account or
 * the sandbox requires `invoices:write`. A token can make other tokens with at most its own scopes.
 */
function listSandboxPages(services: Services, sandbox: Sandbox, sweeper: Sweeper): Page[] {
  const { identity, clock, switches, callbackKey } = sandbox;
  const page = (name: string, access: Access, act: Act): Page => ({
    path: new RegExp(`^/sandbox/${name}$`),
    access,
    POST: actOnJson(act),
  });
  const payer = accountBy(services.guard, ['receipts:write']);
  const [anyone, changer] = [accountBy(sandbox.guard, []), accountBy(sandbox.guard, ['invoices:write'])];
  return [
    page('payments', payer, (body, by) => payInvoice(readPaymentOrder(body), by, services, identity)),
    page('tokens', anyone, (body, by) => mintSandboxToken(body, by, services)),
    page('tokens/revoke', changer, (body, by) => revokeSandboxToken(body, by, services, identity)),
    page('tokens/scopes', changer, (body, by) => narrowSandboxToken(body, by, services, identity)),
    page('clock', changer, (body) => moveClock(body, clock, sweeper)),
    page('rate-limits', changer, (body, by) => turnRateLimits(body, by, switches)),
    page('outage', changer, (body) => turnOutage(body, switches)),
    page('callback-secret', changer, (body, by) => renewSecret(body, by, services, callbackKey)),
  ];
}
