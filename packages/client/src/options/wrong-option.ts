export function wrongOption(name: string, must: string): TypeError {
  return new TypeError(`The option ${name} must ${must}`);
}
