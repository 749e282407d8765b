/** Makes the README's picture, pictures/report.png, and the fingerprint by which a test sees if the picture is outdated. */
import { writeFileSync } from 'node:fs';

const [option] = process.argv.slice(2);
if (option !== undefined) {
  const isHelp = option === '--help' || option === '-h';
  process[isHelp ? 'stdout' : 'stderr'].write(
    `${isHelp ? '' : `There is no option ${option}.\n\n`}Makes the README's picture of the report, pictures/report.png.\n\nUsage: node conformance/testing/bin/make-picture.ts\n`,
  );
  process.exit(isHelp ? 0 : 2);
}
// Imports these modules only here, because `--help` and errors in options need neither a browser nor a report.
const { findChromium, openBrowser } = await import('@payment-invoice/browser');
const { fingerprint, fingerprintFile, picture, renderPicturePage } = await import('../picture.ts');
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
