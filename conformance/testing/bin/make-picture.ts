/** Makes pictures/report.png, the picture of the report in the README, with the fingerprint that a test compares. */
import { writeFileSync } from 'node:fs';
import { findChromium, openBrowser } from '@payment-invoice/browser';
import { fingerprint, fingerprintFile, picture, renderPicturePage } from '../picture.ts';

const chromium = await findChromium();
if (typeof chromium === 'string') {
  process.stderr.write(`No picture can be made: ${chromium}.\n`);
  process.exit(2);
}
const browser = await openBrowser(chromium);
const page = await browser.newPage({ viewport: { width: 1200, height: 1560 }, colorScheme: 'light' });
const html = renderPicturePage();
await page.setContent(html);
await page.screenshot({ path: picture });
await browser.close();
writeFileSync(fingerprintFile, `${fingerprint(html)}\n`);
process.stdout.write(`${picture}\n`);
