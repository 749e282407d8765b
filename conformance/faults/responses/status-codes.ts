import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { respondInstead } from '../changes/change-response.ts';
import type { FaultTable } from '../fault.ts';

function success(action: string, status: number): FullChanges {
  return {
    reply(reply, message) {
      if (isInvoice(reply) && actionOf(message) === action) reply.status = status;
    },
  };
}

/** Servers that respond with another status. */
export const responsesStatusCodes: FaultTable = {
  'create-201': {
    title: 'Create returns 201',
    breaks: 'create-status-200',
    fullSteps: success('create', 201),
  },
  'replay-is-201': {
    title: 'A replay returns 201',
    breaks: 'create-status-200',
    features: ['idempotency', 'status-codes'],
    fullSteps: {
      reply(reply) {
        if (reply.headers['Idempotent-Replayed'] !== undefined) reply.status = 201;
      },
    },
  },
  'submit-202': {
    title: 'Submit returns 202',
    breaks: 'submit-status-200',
    fullSteps: success('submit', 202),
  },
  'fetch-203': {
    title: 'Fetch returns 203',
    breaks: 'fetch-status-200',
    fullSteps: success('fetch', 203),
  },
  'unknown-invoice-410': {
    title: 'An unknown invoice is refused with 410',
    breaks: 'unknown-invoice-is-404',
    features: everyFeature,
    fullSteps: { reply: respondInstead('invoice_not_found', 'invoice_not_found', 410) },
  },
  'store-away-500': {
    title: 'An unreachable store causes a 500',
    breaks: 'unavailable-is-503',
    features: everyFeature,
    fullSteps: { reply: respondInstead('service_unavailable', 'internal_error', 500) },
  },
};
