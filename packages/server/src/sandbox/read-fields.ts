import { ProblemError, type ProblemItem } from '@payment-invoice/stubs';

/** What a member of a sandbox's request must be, in the words of its refusal. */
export interface MemberRule {
  required?: true;
  /** JavaScript's name of its type. */
  type: 'boolean' | 'number' | 'string' | 'object';
  /** Of a value of this type. */
  isRight?: (value: never) => boolean;
  must: string;
}

/**
 * Checks the body of one of the sandbox's own paths, which no schema of the contract describes.
 * @throws ProblemError validation_failed with an item for each fault, as an operation gives it
 */
export function readMembers(
  body: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, MemberRule>>,
): Readonly<Record<string, unknown>> {
  const errors: ProblemItem[] = [];
  const add = (name: string, code: ProblemItem['code'], detail: string) =>
    errors.push({ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, code, detail });
  for (const name of Object.keys(body))
    if (!Object.hasOwn(rules, name)) add(name, 'unknown_property', 'There is no such member.');
  for (const [name, { required, type, isRight, must }] of Object.entries(rules)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (required) add(name, 'required', `${name} is missing.`);
    } else if (typeof value !== type || value === null) add(name, 'type', `${name} must be ${must}.`);
    else if (isRight?.(value as never) === false) add(name, 'pattern', `${name} must be ${must}.`);
  }
  if (errors.length > 0) {
    throw new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
      errors,
    });
  }
  return body;
}
