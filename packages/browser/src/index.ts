export { findRuntime } from './find-runtime.ts';
export { findViolations, rulesOfLooks } from './find-violations.ts';
export { type Chromium, findChromium, openBrowser } from './open-browser.ts';
