import type { DeclareCases } from '../../src/case/case.ts';
import { callbackRules, judgeAcceptedUrls, judgeRefusedUrls } from '../derive/judge-urls.ts';

const requirement = 'create-callback-url-https';

/** Ports that other services listen at. */
const others = [1, 22, 25, 80, 3000, 4443, 6379, 8080, 9000, 9443, 65_535];

/** Ports of callbackUrl, and what else https alone allows. */
export const callbackPortsCases: DeclareCases = (contract) => {
  const { ports = [] } = callbackRules(contract);
  const near = [...new Set([...ports.flatMap((port) => [port - 1, port + 1]), ...others])].filter(
    (port) => !ports.includes(port),
  );
  return [
    {
      id: 'create-payment/callback-ports/others',
      title: `create-payment refuses a callbackUrl with a port other than ${ports.join(' and ')}`,
      requirement,
      covers: ['create-validation-is-422', 'problem-names-members'],
      operations: ['create-payment'],
      run: ({ subject, features }) =>
        judgeRefusedUrls(contract, subject, features, {
          requirement,
          urls: near.map((port) => `https://example.com:${port}/callbacks`),
        }),
    },
    {
      id: 'create-payment/callback-ports/right',
      title: `create-payment takes a callbackUrl with port ${ports.join(' and ')}, told or not`,
      requirement,
      operations: ['create-payment'],
      run: ({ subject }) =>
        judgeAcceptedUrls(contract, subject, requirement, [
          ...ports.map((port) => `https://example.com:${port}/callbacks`),
          'https://example.com/callbacks?shop=7&from=a%20shop',
          'HTTPS://Example.com/callbacks',
        ]),
    },
    {
      id: 'create-payment/callback-ports/schemes',
      title: 'create-payment refuses a callbackUrl of any other scheme, or with a user',
      requirement,
      covers: ['create-validation-is-422', 'problem-names-members'],
      operations: ['create-payment'],
      run: ({ subject, features }) =>
        judgeRefusedUrls(contract, subject, features, {
          requirement,
          urls: [
            ...[
              'ftps://example.com/c',
              'wss://example.com/c',
              'file:///etc/passwd',
              'gopher://example.com/c',
              'httpss://example.com/c',
            ],
            ...[
              'data:text/plain,a',
              'mailto:a@example.com',
              'unix:///run/a.sock',
              'https:example.com/c',
              '//example.com/c',
              '/c',
            ],
            ...['https://:secret@example.com/c', 'https://example.com@10.0.0.1/c', 'https://a%40b:c@example.com/c', 'https://'],
          ],
        }),
    },
  ];
};
