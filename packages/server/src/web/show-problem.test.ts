import { sentence } from '@payment-invoice/kit/pages';
import { loadContract } from '@payment-invoice/stubs';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

const problems = Object.entries(loadContract()['x-problems']);

describe('the page of a problem', () => {
  test.each(problems)('%s: shows status, cause and solution', async (code, { status, title, cause, cure }) => {
    const server = await startTestServer();
    const response = await fetch(`${server.baseUrl}/problems/${code}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const page = await response.text();
    for (const part of [`<code>${code}</code>`, `>${status}<`, sentence(title).html, sentence(cause).html, sentence(cure).html])
      expect(page).toContain(part);
    expect(page).toContain('href="/docs/page#errors"');
    // The page contains nothing that makes a browser send another request.
    expect(page).not.toMatch(/<script|<img|@import|url\(|\bsrc=|<link(?! rel="icon" href="data:,")/);
  });

  test('an unknown code is a 404 page, and the requested path is escaped', async () => {
    const server = await startTestServer();
    const response = await fetch(`${server.baseUrl}/problems/%3Cscript%3E`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('No such problem');
    expect(page).not.toContain('<script>');
  });

  test('text that looks like markup stays text', () => {
    expect(sentence('Send `Authorization: Bearer <AUTH_TOKEN>` & <b>no</b> more').html).toBe(
      'Send <code>Authorization: Bearer &#60;AUTH_TOKEN&#62;</code> &#38; &#60;b&#62;no&#60;/b&#62; more',
    );
  });
});

test('behind a proxy with a path, links and redirects stay under the path', async () => {
  const { address } = await startTestServer({ publicBaseUrl: 'https://pay.example/service' });
  const ask = (path: string) => fetch(address + path, { redirect: 'manual' });
  for (const path of ['/', '/docs']) expect((await ask(path)).headers.get('location'), path).toBe('/service/docs/');
  for (const code of ['not_found', 'nonsense']) {
    const links = [...(await (await ask(`/problems/${code}`)).text()).matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(['/service/docs/page#errors', '/service/docs/page#idempotency-and-retries', '/service/docs/']);
  }
});

describe('the docs', () => {
  test('/docs redirects to the folder with the pages', async () => {
    const server = await startTestServer();
    const redirect = await fetch(`${server.baseUrl}/docs`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/docs/']);
    for (const name of ['', 'index.html', 'page', 'page.html', 'requirements', 'requirements.html']) {
      const { status, headers } = await fetch(`${server.baseUrl}/docs/${name}`);
      // The status is 503 if the docs have not been built.
      expect([200, 503]).toContain(status);
      if (status === 200) expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
    }
    expect((await fetch(`${server.baseUrl}/docs/other.html`)).status).toBe(404);
  });

  test.each([
    ['openapi.yaml', 'application/yaml'],
    ['openapi.json', 'application/json'],
    ['generators/openapi.generators.json', 'application/json'],
    ['generators/openapi.generators-3.0.json', 'application/json'],
    ['generators/datamodel-codegen.toml', 'text/plain; charset=utf-8'],
    ['arazzo/payments.arazzo.yaml', 'application/yaml'],
  ])('%s is next to the page, for programs', async (name, type) => {
    const { baseUrl } = await startTestServer();
    const { status, headers } = await fetch(`${baseUrl}/docs/${name}`);
    expect([200, 503]).toContain(status);
    if (status === 200) expect(headers.get('content-type')).toBe(type);
  });

  test('/openapi.yaml and /openapi.json are the contract, with this server in it', async () => {
    const { baseUrl } = await startTestServer();
    for (const name of ['openapi.yaml', 'openapi.json']) {
      const response = await fetch(`${baseUrl}/${name}`);
      expect([200, 503]).toContain(response.status);
      if (response.status === 200) expect(await response.text()).toMatch(new RegExp(`url"?: "?${baseUrl}"?[\\s,]`));
    }
  });

  test.each(['generators/', 'generators/%2e%2e%2findex.html', 'generators/..json', 'other/openapi.yaml'])(
    '%s does not exist',
    async (name) => {
      const { baseUrl } = await startTestServer();
      expect((await fetch(`${baseUrl}/docs/${name}`)).status).toBe(404);
    },
  );
});
