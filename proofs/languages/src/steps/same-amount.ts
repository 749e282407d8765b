/** Returns the digits of a decimal number independently of its notation: `1.50`, `1.5` and `15e-1` give the same result. */
function digitsOf(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  const places = BigInt(Number(exponent) - fraction.length + 40);
  return String(digits * 10n ** places);
}

/** Compares two decimal numbers by exact value, without converting them to binary. */
export function isSameAmount(one: string, other: string): boolean {
  const digits = digitsOf(one);
  return digits !== undefined && digits === digitsOf(other);
}
