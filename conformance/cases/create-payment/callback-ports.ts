import type { DeclareCases } from '../../src/case/case.ts';
import { judgeAcceptedUrls, publicUrl, refusedUrlsCase } from '../derive/requests/refused-urls.ts';

/** Ports on which other services listen. */
const others = [1, 22, 25, 80, 443, 3000, 4433, 4443, 6379, 8080, 8443, 9000, 9443, 10_443, 65_535];

/** Cases for the ports of a callbackUrl, and for everything else that only https may use. */
export const callbackPortsCases: DeclareCases = (contract) => {
  const url = publicUrl(contract);
  if (url === undefined) return [];
  const { field, ofForm: requirement } = url;
  // Without a list, every port is allowed.
  const ports = Array.isArray(url.rules.ports) ? url.rules.ports : [];
  const near = [...new Set([...ports.flatMap((port) => [port - 1, port + 1]), ...others])].filter(
    (port) => !ports.includes(port),
  );
  const refused = refusedUrlsCase(contract, {
    id: 'create-payment/callback-ports/others',
    title: `create-payment refuses a ${field} with a port other than ${ports.join(' and ')}`,
    field,
    requirement,
    urls: near.map((port) => `https://example.com:${port}/callbacks`),
  });
  return [
    ...(ports.length > 0 ? [refused] : []),
    {
      id: 'create-payment/callback-ports/right',
      title: `create-payment takes a ${field} with ${ports.length > 0 ? `port ${ports.join(' and ')}` : 'any port'}, told or not`,
      requirement,
      operations: ['create-payment'],
      derived: true,
      run: ({ subject }) =>
        judgeAcceptedUrls(contract, subject, {
          field,
          requirement,
          urls: [
            ...(ports.length > 0 ? ports : others).map((port) => `https://example.com:${port}/callbacks`),
            'https://example.com/callbacks?shop=7&from=a%20shop',
            'HTTPS://Example.com/callbacks',
          ],
        }),
    },
    refusedUrlsCase(contract, {
      id: 'create-payment/callback-ports/schemes',
      title: `create-payment refuses a ${field} of any other scheme, or with a user`,
      field,
      requirement,
      urls: [
        ...[
          'ftps://example.com/c',
          'wss://example.com/c',
          'file:///etc/passwd',
          'gopher://example.com/c',
          'httpss://example.com/c',
        ],
        ...['data:text/plain,a', 'mailto:a@example.com', 'unix:///run/a.sock', 'https:example.com/c', '//example.com/c', '/c'],
        ...['https://:secret@example.com/c', 'https://example.com@10.0.0.1/c', 'https://a%40b:c@example.com/c', 'https://'],
      ],
    }),
  ];
};
