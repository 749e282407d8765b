import { expect, test } from 'vitest';
import { readBlocks } from './follow-readmes.ts';

const fence = '```';
const block = (marker: string, language: string, code: string) => `${marker}\n${fence}${language}\n${code}\n${fence}\n\n`;

test('reads blocks that are marked as runnable, and every block that installs one of our packages', () => {
  const readme = [
    block('<!-- skip: it installs -->', 'sh', 'npm install @payment-invoice/client'),
    block('<!-- skip: it takes hours -->', 'sh', 'npm test'),
    block('<!-- run: exit 1 -->', 'sh', 'false'),
    block('<!-- starts a server -->\n', 'sh', 'npx @payment-invoice/server'),
    block('<!-- run after the first -->', 'ts', 'console.log(invoice);'),
    block('No marker.', 'sh', 'rm -rf /'),
    block('<!-- run -->', 'ts', 'console.log(1);'),
  ].join('');
  expect(readBlocks(readme)).toEqual([
    { marker: 'run', language: 'sh', code: 'npm install @payment-invoice/client\n' },
    { marker: 'run: exit 1', language: 'sh', code: 'false\n' },
    { marker: 'starts a server', language: 'sh', code: 'npx @payment-invoice/server\n' },
    { marker: 'run', language: 'ts', code: 'console.log(1);\n' },
  ]);
});
