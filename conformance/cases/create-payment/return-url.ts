import type { DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { judgeAcceptedUrls, judgeRefusedUrls } from '../derive/requests/refused-urls.ts';

const overHttp = ['http://example.com/thanks', 'http://example.com:443/thanks', 'HTTP://example.com/thanks', 'http://localhost/'];

/** URLs that are valid wherever the deployment runs, because the payer's browser, not the deployment, opens them. */
const right = [
  ...['HTTPS://Example.com/thanks', 'https://example.com:8443/a', 'https://example.com:3000', 'https://example.com./'],
  ...['https://example.com/?a=b&c=%20&d', 'https://example.com/a%2Fb;c=d', 'https://example.com/#/a?b=c', 'https://192.0.2.7/a'],
  ...['https://xn--bcher-kva.example/', 'https://[2001:db8::1]/a', 'https://[2001:db8::1]:8443/'],
  ...["https://example.com/!$&'()*+,;=:@-._~", `https://example.com/${'a'.repeat(2000)}`],
];

const about = { field: 'returnUrl', requirement: 'create-return-url-https' };

/**
 * Cases for a returnUrl, also with plain http, which only a sandbox may accept. A deployment counts as a sandbox if it accepts a
 * callbackUrl with http, and as live if it refuses a returnUrl with http or if the user says so with `--no-sandbox`.
 */
export const returnUrlCases: DeclareCases = (contract) => [
  {
    id: 'create-payment/return-url/right',
    title: 'A returnUrl over https is accepted with any host, any port, a query, a fragment, and the greatest length',
    requirement: about.requirement,
    operations: ['create-payment'],
    run: ({ subject }) => judgeAcceptedUrls(contract, subject, { ...about, urls: right }),
  },
  {
    id: 'create-payment/return-url/http',
    title: 'A sandbox accepts a returnUrl over http; any other deployment refuses it in every spelling',
    requirement: about.requirement,
    covers: ['create-validation-is-422', 'problem-names-members'],
    operations: ['create-payment'],
    async run({ subject, features }) {
      const { createBody, settings } = subject;
      const plain = await subject.create({ ...createBody, returnUrl: overHttp[0] });
      if (hasSucceeded(plain) && !settings.noSandbox) return [];
      if (!settings.noSandbox && features.has('callbacks')) {
        const called = await subject.create({ ...createBody, callbackUrl: overHttp[0] });
        if (hasSucceeded(called))
          return broken(contract, about.requirement, {
            member: 'returnUrl',
            difference: `returnUrl: absent → ${overHttp[0]}`,
            expected: 'a success, because this is a sandbox: it accepts a callbackUrl over http',
            received: `${plain.answer?.status}`,
            exchanges: [plain, called],
          });
      }
      return judgeRefusedUrls(contract, subject, features, { ...about, urls: overHttp });
    },
  },
];
