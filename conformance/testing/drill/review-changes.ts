import { lifecycle } from '../../servers/full/lifecycle.ts';
import { type Fields, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addReview } from '../changes/add-review.ts';
import type { DrilledChange } from './drill.ts';

const hour = 3_600_000;

/** Reviews an invoice that was paid in full, by default until one hour after it would have expired. */
const review = ({ length = hour, end = 'PAID', begin = 'IN_REVIEW', saysWhen = true } = {}): FullChanges => ({
  lifecycle: {
    count(invoice, receipt) {
      lifecycle.count(invoice, receipt);
      if (invoice.shown.status !== 'IN_REVIEW') return;
      invoice.shown.status = begin;
      invoice.shown.reviewedAt = saysWhen ? new Date(invoice.endsAt + hour).toISOString() : null;
    },
    expire(invoice, now) {
      if (invoice.shown.status !== 'IN_REVIEW') return lifecycle.expire(invoice, now);
      if (now < invoice.endsAt + length || end === 'IN_REVIEW') return false;
      invoice.shown.status = end;
      return true;
    },
  },
  reply(reply) {
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.reviewedAt ??= null;
  },
});

const reviewed: DrilledChange = {
  name: 'a state between two others, which a time ends',
  change: addReview,
  again: /^lifecycle\/|^submit-receipt\/(answer|fetched-after)|^fetch-payment\/other-parameters/,
  finds: /^lifecycle\/(PENDING|UNDER_PAID|IN_REVIEW|PAID|bounds|sums|at-expiry)|reviewedAt|record\/relations/,
  right: review(),
  wrong: [
    { does: 'never ends the review', breaks: 'lifecycle-review-ends', server: review({ end: 'IN_REVIEW' }) },
    { does: 'ends it in FAILED', breaks: 'lifecycle-review-ends', server: review({ end: 'FAILED' }) },
    { does: 'says PAID at once', breaks: 'lifecycle-in-review', server: review({ begin: 'PAID' }) },
    { does: 'ends it when it begins', breaks: 'lifecycle-in-review', server: review({ length: -7 * 24 * hour }) },
    { does: 'says no time at which it ends', breaks: 'invoice-reviewed-at', server: review({ saysWhen: false }) },
    {
      ...{ does: 'lets it expire meanwhile', breaks: 'lifecycle-in-review' },
      server: {
        lifecycle: {
          expire(invoice, now) {
            if (now < invoice.endsAt || !['PENDING', 'UNDER_PAID', 'IN_REVIEW'].includes(invoice.shown.status)) return false;
            invoice.shown.status = 'EXPIRED';
            return true;
          },
        },
      },
    },
  ],
};

/** Changes of the lifecycle that add a time of their own. */
export const reviewChanges: readonly DrilledChange[] = [reviewed];
