import type { Case } from '../../src/case/case.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerObject, type Exchange, isSuccess, type RequestSpec } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

const smallest = (subject: Subject): RequestSpec => jsonRequest(subject.pathOf('createPayment'), subject.createBody);
const withType = (subject: Subject, type: string): RequestSpec => {
  const request = smallest(subject);
  return { ...request, headers: request.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]) };
};

const creates: { id: string; title: string; requirement: string; request(subject: Subject): RequestSpec }[] = [
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
  ].map((type) => ({
    id: `media-type/${encodeURIComponent(type.replaceAll(' ', ''))}`,
    title: `A create said to be ${type} is accepted`,
    requirement: type.includes('charset') ? 'other-charset-is-415' : 'other-media-type-is-415',
    request: (subject: Subject) => withType(subject, type),
  })),
  {
    id: 'body/largest',
    title: 'A create of 32 KiB is accepted',
    requirement: 'large-body-is-413',
    request(subject) {
      const request = smallest(subject);
      return { ...request, body: (request.body ?? '').padEnd(32 * 1024) };
    },
  },
];

const lengths: { id: string; title: string; requirement: string; send(subject: Subject): Promise<Exchange>; code: string }[] = [
  {
    id: 'fetch-payment/body/invoiceId/longest',
    title: 'An invoiceId of 255 characters is looked up',
    requirement: 'fetch-invoice-id-length',
    send: (subject) => subject.fetch('no-such-invoice-'.padEnd(255, 'a')),
    code: 'invoice_not_found',
  },
  {
    id: 'submit-receipt/body/invoiceId/longest',
    title: 'An invoiceId of 255 characters, of two bytes each, is looked up',
    requirement: 'submit-invoice-id-length',
    send: (subject) => subject.submit('\u00e9'.repeat(255), 'made-up-receipt'),
    code: 'invoice_not_found',
  },
  {
    id: 'submit-receipt/body/webReceipt/longest',
    title: 'A webReceipt of 8192 characters is verified',
    requirement: 'submit-web-receipt-length',
    send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, 'made-up-receipt-'.padEnd(8192, 'a')),
    code: 'receipt_invalid',
  },
  {
    id: 'submit-receipt/body/webReceipt/longest-in-bytes',
    title: 'A webReceipt of 8192 characters, of three bytes each, is verified',
    requirement: 'submit-web-receipt-length',
    send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, '\u20ac'.repeat(8192)),
    code: 'receipt_invalid',
  },
];

/** Requests at the edge of what is allowed, on its inner side. */
export function lawfulRequestCases(contract: Contract): Case[] {
  return [
    ...creates.map(
      ({ id, title, requirement, request }): Case => ({
        id: `create-payment/${id}`,
        title,
        requirement,
        operations: ['create-payment'],
        async run({ subject }) {
          const exchange = await subject.send(request(subject));
          if (exchange.answer && isSuccess(exchange.answer)) return [];
          const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
          return [makeFinding(contract, requirement, { expected: 'a success', received, exchanges: [exchange] })];
        },
      }),
    ),
    ...lengths.map(
      ({ id, title, requirement, send, code }): Case => ({
        id,
        title,
        requirement,
        operations: [id.split('/')[0] ?? ''],
        features: ['problem-details'],
        async run({ subject }) {
          const exchange = await send(subject);
          const received = exchange.answer && answerObject(exchange.answer)?.code;
          // Another refusal than one of the length says that it was short enough.
          if (received !== 'validation_failed' && exchange.answer?.status !== 413) return [];
          const { pointer } = requirementById(contract, requirement);
          return [
            makeFinding(contract, requirement, {
              pointer,
              expected: code,
              received: showValue(exchange.answer?.text),
              exchanges: [exchange],
            }),
          ];
        },
      }),
    ),
    {
      id: 'create-payment/body/too-large-in-chunks',
      title: 'A create of more than 32 KiB whose length is not told is refused',
      requirement: 'large-body-is-413',
      operations: ['create-payment'],
      async run({ subject, features }) {
        const request = smallest(subject);
        const exchange = await subject.send({
          ...request,
          headers: [...request.headers, ['Transfer-Encoding', 'chunked']],
          body: (request.body ?? '').padEnd(33 * 1024),
        });
        const status = exchange.answer?.status ?? 0;
        if (status === 413 || (!features.has('problem-details') && status >= 400 && status < 500)) return [];
        const received = `${status} ${showValue(exchange.answer?.text)}`;
        return [
          makeFinding(contract, 'large-body-is-413', { expected: '413 payload_too_large', received, exchanges: [exchange] }),
        ];
      },
    },
    {
      id: 'create-payment/body/in-chunks',
      title: 'A create whose length is not told is accepted',
      requirement: 'large-body-is-413',
      operations: ['create-payment'],
      async run({ subject }) {
        const request = smallest(subject);
        const exchange = await subject.send({ ...request, headers: [...request.headers, ['Transfer-Encoding', 'chunked']] });
        if (exchange.answer && isSuccess(exchange.answer)) return [];
        const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
        return [makeFinding(contract, 'large-body-is-413', { expected: 'a success', received, exchanges: [exchange] })];
      },
    },
  ];
}
