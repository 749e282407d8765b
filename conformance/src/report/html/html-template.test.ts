import { expect, test } from 'vitest';
import { html } from './html-template.ts';

test('a value never becomes markup, and contains no invisible characters except line breaks', () => {
  const value = '</script>\u0000\u001b[31m"one"\n\ttwo\u202eeerht';
  expect(html`<p>${value}</p>`.text).toBe('<p>&#60;/script&#62;\\u0000\\u001B[31m&#34;one&#34;\n\ttwo\\u202Eeerht</p>');
});
