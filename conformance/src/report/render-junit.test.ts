/**
 * Tests `junit.xml` against the rules of the programs that read it: the schema of Jenkins' xUnit plugin, GitLab's parser, and
 * reporters for GitHub.
 */
import { findChromium, openBrowser } from '@payment-invoice/browser';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { renderJunit } from './render-junit.ts';
import type { Report } from './report.ts';

/** An element as an XML parser returns it. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The text that the element contains directly, without white space around it. */
  text: string;
}

/**
 * The rules in the plugin's `junit-10.xsd` for the elements that the suite writes: which attributes are allowed or required, and
 * which child elements are allowed.
 */
const outcome = { may: ['type', 'message'], must: [], inside: [], hasText: true };
const rules: Record<string, { may: string[]; must: string[]; inside: string[]; hasText?: boolean }> = {
  testsuites: { may: ['name', 'time', 'tests', 'failures', 'errors'], must: [], inside: ['testsuite'] },
  testsuite: {
    may: [
      ...['name', 'tests', 'failures', 'errors', 'group', 'time', 'skipped', 'timestamp'],
      ...['hostname', 'id', 'package', 'file', 'log', 'url'],
    ],
    must: ['name', 'tests', 'failures', 'errors'],
    inside: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { may: [], must: [], inside: ['property'] },
  property: { may: ['name', 'value'], must: ['name', 'value'], inside: [] },
  testcase: {
    may: ['name', 'time', 'classname', 'group'],
    must: ['name'],
    inside: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: outcome,
  error: outcome,
  skipped: outcome,
  'system-out': { may: [], must: [], inside: [], hasText: true },
};
/** Matches a time, as the plugin's schema defines it. */
const surefireTime = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

/** Lists everything in an element that the schema does not allow. */
function refusals(element: Element): string[] {
  const rule = rules[element.name];
  if (rule === undefined) return [`<${element.name}>`];
  const names = Object.keys(element.attributes);
  const { time } = element.attributes;
  return [
    ...names.filter((name) => !rule.may.includes(name)).map((name) => `${name} of <${element.name}>`),
    ...rule.must.filter((name) => !names.includes(name)).map((name) => `<${element.name}> without ${name}`),
    ...element.children.flatMap(({ name }) => (rule.inside.includes(name) ? [] : [`<${name}> in <${element.name}>`])),
    ...(time !== undefined && !surefireTime.test(time) ? [`time="${time}"`] : []),
    ...(rule.hasText !== true && element.text !== '' ? [`text in <${element.name}>`] : []),
    ...element.children.flatMap(refusals),
  ];
}

/** Elements of a test that GitLab and reporters for GitHub read. The first one determines the status, and its text is shown. */
const statuses = ['failure', 'error', 'skipped'];

const attachment = makeResult('fetch-payment/attachment', {
  findings: [makeFinding('invoice-note', { received: '[[ATTACHMENT|/etc/passwd]] ]]> &amp;' })],
});
const warned = { ...makeResult('fetch-payment/warned', { findings: attachment.findings }), verdict: 'warn' as const };
const others = (['skipped', 'inconclusive', 'not-supported', 'error'] as const).map((verdict) =>
  makeResult(`create-payment/${verdict}`, { verdict, reason: `Why: ${verdict} <b>.`, milliseconds: 1_234_567 }),
);
const reports: Record<string, Report> = {
  'with every verdict': makeReport([makeResult('create-payment/passed'), attachment, warned, ...others]),
  'without a result': makeReport([]),
};

const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';
const browser = typeof chromium === 'string' ? undefined : await openBrowser(chromium);
afterAll(() => browser?.close());

/** Parses XML with the parser of a browser. */
async function parse(xml: string): Promise<Element> {
  const page = await (browser as NonNullable<typeof browser>).newPage();
  const read = await page.evaluate(`(() => {
    const read = (element) => ({
      name: element.localName,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      children: [...element.children].map(read),
      text: [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('').trim(),
    });
    return read(new DOMParser().parseFromString(${JSON.stringify(xml)}, 'text/xml').documentElement);
  })()`);
  await page.close();
  return read as Element;
}

describe.skipIf(browser === undefined).each(Object.entries(reports))(`a report %s${reason}`, (_name, report) => {
  test('the schema refuses nothing', async () => {
    expect(refusals(await parse(renderJunit(report)))).toEqual([]);
  });

  test('readers find each case once, with one status, its text, and the counts of its suite', async () => {
    const root = await parse(renderJunit(report));
    const ids: string[] = [];
    const found: Record<string, number> = { failure: 0, error: 0, skipped: 0 };
    for (const { attributes, children } of root.children) {
      const cases = children.filter(({ name }) => name === 'testcase');
      const told = cases.map((one) => one.children.filter(({ name }) => statuses.includes(name)));
      const count = (status: string): number => told.flat().filter(({ name }) => name === status).length;
      expect(attributes).toMatchObject({
        tests: String(cases.length),
        failures: String(count('failure')),
        errors: String(count('error')),
        skipped: String(count('skipped')),
      });
      for (const status of statuses) found[status] = (found[status] ?? 0) + count(status);
      for (const outcomes of told) expect(outcomes.length).toBeLessThanOrEqual(1);
      for (const { text, attributes: about } of told.flat()) expect([text, about.message]).not.toContain('');
      for (const one of cases) {
        expect(Number(one.attributes.time)).toBeGreaterThanOrEqual(0);
        expect(one.attributes.classname).toMatch(/^[\w-]+\.[\w-]+$/);
        for (const { text } of one.children) expect(text).not.toMatch(/\[\[ATTACHMENT\|/);
        ids.push(String(one.attributes.name));
      }
    }
    expect(ids.toSorted()).toEqual(report.results.map(({ id }) => id).toSorted());
    const { counts } = report;
    const silent = counts.skipped + counts['not-supported'] + counts.inconclusive;
    expect(found).toEqual({ failure: counts.fail, error: counts.error, skipped: silent });
  });
});
