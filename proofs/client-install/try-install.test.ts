/**
 * Tests that the scenario, which is written into an empty folder as an application, imports nothing but the installed package.
 */
import { expect, test } from 'vitest';
import { readScenario } from './try-install.ts';

test('the scenario imports nothing that is not published', () => {
  const imported = [...readScenario().matchAll(/ from '([^']+)';$/gm)].map(([, name = '']) => name);
  expect(imported).not.toEqual([]);
  expect(imported.filter((name) => !/^@payment-invoice\/client(\/|$)/.test(name))).toEqual([]);
});
