import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { judgeRefusedUrls } from '../derive/judge-urls.ts';

const overHttp = ['http://example.com/thanks', 'http://example.com:443/thanks', 'HTTP://example.com/thanks', 'http://localhost/'];

/** Plain http in a returnUrl is for sandboxes. A deployment that refuses it is none, and one of which the user says so. */
export const returnUrlCases: DeclareCases = (contract) => [
  {
    id: 'create-payment/return-url/http',
    title: 'A sandbox takes a returnUrl over http; any other deployment refuses it, however it is written',
    requirement: 'create-return-url-https',
    covers: ['create-validation-is-422', 'problem-names-members'],
    operations: ['create-payment'],
    async run({ subject, features }) {
      const plain = await subject.create({ ...subject.createBody, returnUrl: overHttp[0] });
      const isSandbox = plain.answer !== undefined && isSuccess(plain.answer);
      if (isSandbox && !subject.settings.noSandbox) return [];
      return judgeRefusedUrls(contract, subject, features, {
        field: 'returnUrl',
        requirement: 'create-return-url-https',
        urls: overHttp,
      });
    },
  },
];
