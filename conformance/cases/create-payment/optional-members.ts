import type { Case } from '../../src/case/case.ts';
import { checkMember } from '../../src/checks/check-member.ts';
import { type Contract, memberRequirement, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { createdWith, fetchedWith } from './echo.ts';

// Reserved for documentation: nobody is called, and no server has a reason to refuse it.
const values: Record<string, unknown> = {
  isWhiteLabel: true,
  callbackUrl: 'https://example.com/payment-callbacks',
  returnUrl: 'https://example.com/thanks?order=1042&from=a%20shop',
};

/** Each optional member is accepted; the callback address is told to nobody. */
export function optionalMemberCases(contract: Contract): Case[] {
  const create = operationById(contract, 'createPayment');
  const fetch = operationById(contract, 'fetchPayment');
  const hidden = requirementById(contract, 'invoice-without-callback-url');
  const withCallback = { callbackUrl: values.callbackUrl };

  const accepted = Object.entries(values).map(([member, value]): Case => {
    const pointer = `${create.requestPointer}/properties/${member}`;
    const requirement = memberRequirement(contract, create.request.properties?.[member] ?? {}, pointer);
    return {
      id: `create-payment/body/${member}/accepted`,
      title: `create-payment accepts ${member}`,
      requirement: requirement.id,
      operations: ['create-payment'],
      async run({ subject }) {
        const exchange = await createdWith(subject, { [member]: value });
        if (exchange.answer && isSuccess(exchange.answer)) return [];
        return [
          {
            requirement: requirement.id,
            level: requirement.level,
            member,
            pointer,
            difference: `${member}: absent → ${showValue(value)}`,
            expected: 'a 2xx status',
            received: `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`,
            exchanges: [exchange],
          },
        ];
      },
    };
  });

  const noCallbackUrl = (exchange: Exchange): Finding[] =>
    Object.hasOwn(invoiceOf(exchange), 'callbackUrl')
      ? [
          {
            requirement: hidden.id,
            level: hidden.level,
            member: 'callbackUrl',
            pointer: create.answerPointer,
            expected: 'callbackUrl: absent',
            received: `callbackUrl: ${showValue(invoiceOf(exchange).callbackUrl)}`,
            exchanges: [exchange],
          },
        ]
      : [];

  return [
    ...accepted,
    {
      id: 'create-payment/answer/returnUrl/when-sent',
      title: 'returnUrl in the answer of create-payment is an absolute URL when create was sent one',
      requirement: 'invoice-return-url',
      covers: ['invoice-return-url-length'],
      operations: [create.slug],
      async run({ subject, features }) {
        const exchange = await createdWith(subject, { returnUrl: values.returnUrl });
        invoiceOf(exchange);
        return checkMember(contract, create, 'returnUrl', exchange, features);
      },
    },
    {
      id: 'create-payment/answer/no-callback-url',
      title: 'The answer of create-payment never holds callbackUrl',
      requirement: hidden.id,
      operations: [create.slug],
      run: async ({ subject }) => noCallbackUrl(await createdWith(subject, withCallback)),
    },
    {
      id: 'fetch-payment/answer/no-callback-url',
      title: 'The answer of fetch-payment never holds callbackUrl',
      requirement: hidden.id,
      operations: [create.slug, fetch.slug],
      run: async ({ subject }) => noCallbackUrl(await fetchedWith(subject, withCallback)),
    },
  ];
}
