import type { Context } from 'koa';
import type { Decision } from '../engine/decide-receipt.ts';
import { submit } from '../handlers/submit-receipt.ts';
import { playPayment } from '../sandbox/play-payment.ts';
import { sandboxActions, sandboxAmount } from '../sandbox/sandbox-actions.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { NoticeName } from './notices.ts';
import { isOpen } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { readForm } from './read-form.ts';
import { renderReceiptCopy } from './render-receipt-copy.ts';
import { seeOther } from './take-receipt.ts';

/** Acts on one of the sandbox's buttons: mints the receipt that it stands for, and submits it or shows it for copying. */
export async function playPayer(ctx: Context, services: PageServices, id: string, sandbox: SandboxIdentity): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const { invoice, page } = found;
  const form = await readForm(ctx, services, page);
  if (!form) return;
  const action = sandboxActions.find(({ name }) => name === form.action);
  const amount = action && sandboxAmount(action.name, page.missing);
  // Nothing that a button of ours sends, or the page was an old one.
  if (!action || amount === undefined || !isOpen(page)) return seeOther(ctx, `${page.path}?after=late`);
  const order = { amount, outcome: action.outcome };
  const webReceipt = await playPayment(invoice, order, sandbox, services.now(), services.randomBytes);
  if (page.isWhiteLabel) {
    ctx.body = renderReceiptCopy(page, webReceipt);
    return;
  }
  const { decision } = await submit(services, invoice.accountId, id, webReceipt);
  const notice = noticeOf(decision);
  seeOther(ctx, notice ? `${page.path}?after=${notice}` : page.path);
}

function noticeOf(decision: Decision): NoticeName | undefined {
  if (decision.kind !== 'refused') return undefined;
  switch (decision.why) {
    case 'receipt_not_final':
      return 'pending';
    case 'receipt_payment_failed':
      return 'failed';
    case 'receipt_verifier_unavailable':
      return 'unavailable';
    default:
      return 'late';
  }
}
