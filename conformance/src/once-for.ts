/** Makes a function that computes a value only once for each key, and then returns the stored one. */
export function onceFor<Key extends object, Rest extends unknown[], Value>(
  make: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key, ...rest) => {
    const { value } = known.get(key) ?? { value: make(key, ...rest) };
    known.set(key, { value });
    return value;
  };
}
