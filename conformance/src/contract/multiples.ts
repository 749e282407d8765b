/** Returns whether a number is a multiple of a step. Calculates with their exact decimal digits. */
export function isMultiple(value: number, step: number): boolean {
  // JSON.parse reads 1e999 as Infinity.
  if (!Number.isFinite(value)) return false;
  const [units, size] = unitsOf(value, step);
  return units % size === 0n;
}

/** Returns the greatest multiple of `step` up to `value`, plus `above` steps. */
export function multipleNear(value: number, step: number, above = 0): number {
  const [units, size, power] = unitsOf(value, step);
  const isPartBelow = units < 0n && units % size !== 0n;
  return Number(`${(units / size - (isPartBelow ? 1n : 0n) + BigInt(above)) * size}e${power}`);
}

/** Multiplies two numbers by the smallest power of ten that makes both integers. Returns the integers and the power. */
function unitsOf(value: number, step: number): [value: bigint, step: bigint, power: number] {
  const parts = [value, step].map((one) => {
    const [digits = '', power] = one.toExponential().split('e');
    const decimals = digits.split('.')[1]?.length ?? 0;
    return { digits: BigInt(digits.replace('.', '')), power: Number(power) - decimals };
  });
  const power = Math.min(...parts.map((one) => one.power));
  const [units, size] = parts.map((one) => one.digits * 10n ** BigInt(one.power - power));
  return [units as bigint, size as bigint, power];
}
