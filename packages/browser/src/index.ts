export { type Chromium, findChromium } from './find-chromium.ts';
export { openBrowser } from './open-browser.ts';
