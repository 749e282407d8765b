import type { Change } from './mutant.ts';

/** Returns other numbers than the one written: one more, one less, twice as much. */
export function changeNumber(text: string): string[] {
  const value = Number(text.replaceAll('_', ''));
  return [...new Set([value + 1, value - 1, value * 2])].filter((other) => other >= 0 && other !== value).map(String);
}

/** Proposes a regular expression without one of its anchors, or with a longer repetition. */
export function changeExpression(text: string): Change[] {
  const anchors = [...text.matchAll(/(?<=^\/)\^|\$(?=\/\w*$)/g)].map(({ index }) => ({
    start: index,
    end: index + 1,
    replacement: '',
  }));
  const counts = [...text.matchAll(/\d+(?=\})/g)].map(({ 0: count, index }) => ({
    start: index,
    end: index + count.length,
    replacement: String(Number(count) + 1),
  }));
  return [...anchors, ...counts];
}

/** Proposes another word where programs read it, such as a state, a code or a header; prose is left alone. */
export function changeWord(text: string): Change[] {
  const end = text.length - 1;
  return /^.[^\s]{2,}.$/.test(text) ? [{ start: end, end, replacement: 'x' }] : [];
}
