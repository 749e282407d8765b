import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Asked, type Served, serveJson, type Told } from './serve-json.ts';

export type Fields = Record<string, unknown>;

/** One way to violate a contract. */
export interface Defect<Step extends string = never> {
  id: string;
  /** The schema keyword that the server does not check, as a path below `components/schemas`. */
  without?: string;
  /** Changes a response before it is sent. */
  change?(asked: Asked, told: Told): Told;
  /** The check or action that the server omits. */
  omits?: Step;
}

/** Makes a defect that changes the successful responses to a method at a path. The path is a regular expression. */
export const succeeds = (id: string, method: string, path: string, change: (told: Told) => Told): Defect => ({
  id,
  change: (asked, told) =>
    asked.method === method && new RegExp(`^${path}$`).test(asked.path) && told.status < 300 ? change(told) : told,
});

/** Makes a defect that changes the fields of the successful responses to a method at a path. The path is a regular expression. */
export const shows = (id: string, method: string, path: string, change: (fields: Fields) => Fields): Defect =>
  succeeds(id, method, path, (told) => ({ ...told, body: change(told.body as Fields) }));

/** Makes a defect that changes the responses with one status. */
export const refuses = (id: string, status: number, change: (told: Told) => Told): Defect => ({
  id,
  change: (_asked, told) => (told.status === status ? change(told) : told),
});

/** Returns a function that removes a field. */
export const without =
  (name: string) =>
  ({ [name]: _, ...fields }: Fields): Fields =>
    fields;

/** Makes a response that breaks off inside its JSON. */
export const cutOff = (told: Told): Told => ({
  ...told,
  body: JSON.stringify(told.body).slice(0, -1),
  type: 'application/json; charset=utf-8',
});

/** Parses and checks a body. Returns a message if the body is wrong. With `throws`, text that is not JSON causes an error. */
export function readBody(text: string, validate: ValidateFunction, throws: boolean): Fields | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (throws) throw new Error('The body is no JSON.');
    return 'The body is no JSON.';
  }
  return validate(value) ? (value as Fields) : `${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`;
}

/** Starts a server whose responses have a defect. */
export const serveWith = (defect: Defect<string> | undefined, route: (asked: Asked) => Told): Promise<Served> =>
  serveJson((asked) => {
    const told = route(asked);
    return defect?.change?.(asked, told) ?? told;
  });
