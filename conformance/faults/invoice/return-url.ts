import { core } from '../../servers/core/steps.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, type Fields, fieldsOf, headerOf, isInvoice } from '../../servers/full/message.ts';
import { changeRendered, inCore } from '../changes/change-core.ts';
import { editBody } from '../changes/change-request.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers with a wrong `returnUrl`. */
export const invoiceReturnUrl: FaultTable = sharing({ breaks: 'invoice-return-url', field: 'returnUrl' })({
  'return-url-not-echoed': { title: '`returnUrl` is always null', coreSteps: changeRendered(() => ({ returnUrl: null })) },
  'return-url-omitted': {
    title: 'Responses lack `returnUrl` if create had none',
    coreSteps: changeRendered(({ returnUrl }) => ({ returnUrl: returnUrl ?? undefined })),
  },
  'fetch-loses-return-url': {
    title: 'Fetch returns returnUrl null',
    fullSteps: changeInvoice(() => ({ returnUrl: null }), 'fetch'),
  },
  'return-url-lost-beside-callback': {
    title: 'returnUrl is forgotten if create has a callbackUrl too',
    coreSteps: inCore('newInvoice', (call, body, id) => {
      const invoice = core.newInvoice(call, body, id);
      return invoice.callbackUrl === undefined ? invoice : { ...invoice, returnUrl: null };
    }),
  },
  'return-url-decoded': {
    title: 'Percent signs of returnUrl are decoded',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && decodeURI(String(invoice.returnUrl)) })),
  },
  'return-url-encoded-again': {
    title: 'Percent signs of returnUrl are encoded again',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && encodeURI(String(invoice.returnUrl)) })),
  },
  'return-url-cut': {
    title: 'returnUrl ends at its first &',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && String(invoice.returnUrl).split('&')[0] })),
  },
  'return-url-without-fragment': {
    title: 'returnUrl ends before its fragment',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && String(invoice.returnUrl).split('#')[0] })),
  },
  'fetch-return-url-of-255': {
    title: 'Only the first 255 characters of returnUrl are stored',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && String(invoice.returnUrl).slice(0, 255) }), 'fetch'),
  },
  'return-url-empty-text': {
    title: 'returnUrl is an empty string if create had none',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl ?? '' })),
  },
  'long-return-url': {
    title: 'returnUrl comes back with a long tail',
    breaks: 'invoice-return-url-length',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl && String(invoice.returnUrl).padEnd(2049, 'a') })),
  },
  'return-url-normalised': {
    title: 'A slash is added to a returnUrl without a path',
    coreSteps: changeRendered(({ returnUrl }) => ({ returnUrl: returnUrl === null ? null : new URL(returnUrl).href })),
  },
  'return-url-of-refused-create': {
    title: 'The returnUrl of a refused create goes to the next one that has none',
    fullSteps: () => {
      let left: unknown;
      return onReply((reply, message) => {
        if (actionOf(message) !== 'create') return;
        const sent = fieldsOf(message)?.returnUrl;
        if (!isInvoice(reply)) left = typeof sent === 'string' ? sent : left;
        else if (sent === undefined && left !== undefined) {
          reply.body = { ...(reply.body as Fields), returnUrl: left };
          left = undefined;
        }
      });
    },
  },
  'return-url-signs-escaped': {
    title: 'Characters that a URI may contain come back escaped',
    fullSteps: changeInvoice((invoice) => ({
      returnUrl:
        invoice.returnUrl && String(invoice.returnUrl).replace(/[!'()*,]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    })),
  },
  'return-url-by-https': {
    title: 'A returnUrl with http comes back with https',
    fullSteps: changeInvoice((invoice) => ({
      returnUrl: invoice.returnUrl && String(invoice.returnUrl).replace(/^http:/, 'https:'),
    })),
  },
  'submit-cuts-return-url': {
    title: 'Submit returns no more than 255 characters of returnUrl',
    coreSteps: changeRendered(({ returnUrl }) => ({ returnUrl: returnUrl?.slice(0, 255) ?? null }), 'submitReceipt'),
  },
  'return-url-lost-beside-key': {
    title: 'returnUrl is forgotten if create has a key',
    features: everyFeature,
    fullSteps: onReply((reply, message, { invoices }) => {
      if (!isInvoice(reply) || headerOf(message, 'idempotency-key') === undefined) return;
      const invoice = invoices.get(String((reply.body as Fields).id));
      for (const shown of [reply.body as Fields, invoice?.shown ?? {}]) shown.returnUrl = null;
    }),
  },
  'fragment-lost-beside-callback': {
    title: 'returnUrl loses its fragment if create has a callbackUrl too',
    features: everyFeature,
    fullSteps: editBody((fields) => {
      if (typeof fields.callbackUrl === 'string' && typeof fields.returnUrl === 'string')
        fields.returnUrl = fields.returnUrl.replace(/#.*/, '');
    }),
  },
});
