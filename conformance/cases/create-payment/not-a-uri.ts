import type { DeclareCases } from '../../src/case/case.ts';
import { operationById, requirementsOf } from '../../src/contract/contract.ts';
import { refusedUrlsCase } from '../derive/requests/refused-urls.ts';

/** Texts after a host that browsers accept but RFC 3986 does not, because a URI must escape these characters. */
const behindHost = ['a b', '%zz', '%', '{id}', 'a|b', 'a^b', 'a`b', 'a"b', '<a>', 'a\\b', '[a]', 'caf\u00e9', '?a[]=1', '?a|b'];

/** URLs without a host. The first is empty, which some servers treat like an absent URL. */
const withoutHost = ['', 'https://', '//example.com/a', '/a'];

/** URLs with surrounding white space, which browsers' parsers drop. */
const spaced = [' https://example.com/a', 'https://example.com/a ', '\thttps://example.com/a', 'https://example.com/a\n'];

export const notAUriCases: DeclareCases = (contract) =>
  Object.entries(operationById(contract, 'createPayment').request.properties ?? {}).flatMap(([field, schema]) => {
    const requirement = requirementsOf(contract, schema).find(
      ({ support, keywords, text }) => support === 'extended' && !keywords && text.includes('https'),
    );
    if (schema['x-url'] === undefined || schema.format !== 'uri' || !requirement) return [];
    return [
      refusedUrlsCase(contract, {
        id: `create-payment/not-a-uri/${field}`,
        title: `create-payment refuses a ${field} without a host, or with characters that a URI has to escape`,
        field,
        requirement: requirement.id,
        urls: [...behindHost.map((text) => `https://example.com/${text}`), ...withoutHost, ...spaced],
      }),
    ];
  });
