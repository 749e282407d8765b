export { type Chromium, findChromium } from './find-chromium.ts';
export { findRuntime } from './find-runtime.ts';
export { findViolations, rulesOfLooks } from './find-violations.ts';
export { openBrowser } from './open-browser.ts';
