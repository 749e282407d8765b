import type { Principal } from '@payment-invoice/kit/tokens';
import { ProblemError, type ProblemItem, readJsonBody } from '@payment-invoice/stubs';
import { toApiRequest } from '@payment-invoice/stubs/koa';
import type { Respond } from '../pages/serve-pages.ts';

/** The JSON object in a request's body, before it is validated. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Performs the action that a request asks for, on behalf of the account that sent the request. Returns the response's body. */
export type Act = (body: JsonObject, by: Principal) => Promise<object> | object;

/** Makes a responder that reads a request's body in the same way as the API, performs the action, and responds with JSON. */
export function actOnJson(act: Act): Respond {
  return async (ctx) => {
    const body = await act(await readJsonBody(toApiRequest(ctx)), ctx.state.principal);
    // The type is set here, because Koa would add a `charset` parameter, which this media type does not have (RFC 8259 §11).
    ctx.set('Content-Type', 'application/json');
    ctx.body = JSON.stringify(body);
  };
}

interface FieldRule {
  required?: true;
  type: 'boolean' | 'number' | 'string' | 'object';
  /** Returns true if a value of this type is valid. */
  isRight?: (value: never) => boolean;
  /** The end of the error message for an invalid value. It follows the field's name and `must be`. */
  must: string;
}

/** The rule for a switch. */
export const flag = { type: 'boolean', must: 'true or false' } as const;

/** Makes the rule for a whole number of seconds, at most a year. */
export const secondsFrom = (least: number) =>
  ({
    type: 'number',
    isRight: (value: number) => Number.isInteger(value) && value >= least && value <= 31_536_000,
    must: `a whole number from ${least} to 31536000`,
  }) as const;

/**
 * Validates the body of a request to one of the sandbox's own paths. They are not in the contract and so have no schema.
 * @throws ProblemError validation_failed with an item for each violation, as for an operation of the API
 */
export function readFields(body: JsonObject, rules: Readonly<Record<string, FieldRule>>): JsonObject {
  const errors: ProblemItem[] = [];
  const add = (name: string, code: ProblemItem['code'], detail: string) =>
    errors.push({ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, code, detail });
  for (const name of Object.keys(body)) if (!Object.hasOwn(rules, name)) add(name, 'unknown_property', 'There is no such field.');
  for (const [name, { required, type, isRight, must }] of Object.entries(rules)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (required) add(name, 'required', `${name} is missing.`);
    } else if (typeof value !== type || value === null) add(name, 'type', `${name} must be ${must}.`);
    else if (isRight?.(value as never) === false) add(name, 'pattern', `${name} must be ${must}.`);
  }
  if (errors.length > 0) throw refuseFields(errors);
  return body;
}

/** Makes the problem for invalid fields. */
export function refuseFields(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('validation_failed', 'Some fields of the body are not valid: `errors` names each.', { errors });
}
