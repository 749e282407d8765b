import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Defect, type Fields, readBody, serveWith } from './defect.ts';
import { type Asked, readSchemas, type Served, type Told } from './serve-json.ts';

/** Path of the contract that this server implements. */
export const museumContract = join(import.meta.dirname, 'museum.yaml');
/** User and password of two accounts. */
export const museumToken = 'museum:open-sesame-0123';
export const otherMuseumToken = 'gallery:open-sesame-4567';

type Check = 'account' | 'password' | 'owner' | 'query' | 'language' | 'parent' | 'parse' | 'places' | 'exactness';
export type MuseumDefect = Defect<Check | 'keep' | 'patch' | 'delete'>;

interface Event {
  owner: string;
  fields: Fields;
  tickets: Map<string, Fields>;
}

function compile(defect: MuseumDefect | undefined) {
  const schemas = readSchemas(museumContract, defect?.without);
  // Converts two keywords of OpenAPI 3.0 that JSON Schema 2020-12 does not have.
  const { price = {}, website = {} } = (schemas.EventFields?.properties ?? {}) as Record<string, Fields>;
  if (price.exclusiveMinimum === true) price.exclusiveMinimum = 0;
  website.type = ['string', 'null'];
  const ajv = new Ajv2020({ strict: false });
  // Replaces Ajv's check, which is wrong for decimals: in floating-point arithmetic 0.15 / 0.05 is not exactly 3, and with a
  // tolerance, 5e-324 would be a multiple of 0.01.
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    validate: (step: number, value: number) =>
      defect?.omits === 'exactness'
        ? Math.abs(value / step - Math.round(value / step)) < 1e-6
        : Number((Math.round(value / step) * step).toPrecision(15)) === value,
  });
  formats.default(ajv);
  ajv.addSchema({ $id: 'museum', components: { schemas } });
  return (name: string) => ajv.compile({ $ref: `museum#/components/schemas/${name}` });
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Starts the museum server: the correct one, or one with a defect. */
export function serveMuseum(defect?: MuseumDefect): Promise<Served> {
  const schema = compile(defect);
  const validators = { planEvent: schema('NewEvent'), changeEvent: schema('EventChange'), buyTicket: schema('NewTicket') };
  const events = new Map<string, Event>();
  const omits = defect?.omits;
  let [count, tickets] = [0, 0];
  const refuse = (status: number, title: string): Told => ({ status, body: { title }, type: 'application/problem+json' });
  const parse = (text: string, name: keyof typeof validators) => readBody(text, validators[name], omits === 'parse');
  const accountOf = ({ headers }: Asked): string | undefined => {
    const [, coded = ''] = /^basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const pair = Buffer.from(coded, 'base64').toString();
    if (omits === 'account') return pair.split(':')[0] || 'museum';
    if (omits === 'password') return pair.split(':')[0] || undefined;
    return [museumToken, otherMuseumToken].includes(pair) ? pair.split(':')[0] : undefined;
  };
  const hours = (query: URLSearchParams): Told => {
    const [from, page] = [query.get('from') ?? '2030-06-15', query.get('page') ?? '1'];
    if (omits !== 'query' && !isDate(from)) return refuse(400, 'from is no date.');
    if (omits !== 'query' && !(/^\d+$/.test(page) && Number(page) >= 1 && Number(page) <= 100))
      return refuse(400, 'page is from 1 to 100.');
    return {
      status: 200,
      body: { page: Number(page) || 1, days: [{ date: isDate(from) ? from : '2030-06-15', opens: '09:00', closes: '18:00' }] },
    };
  };
  const list = ({ query, headers }: Asked, owner: string): Told => {
    const [theme, language] = [query.get('theme'), headers['x-language']];
    if (theme !== null && omits !== 'query' && !['art', 'music', 'science'].includes(theme))
      return refuse(400, 'theme is none of ours.');
    if (language !== undefined && omits !== 'language' && !['de', 'en', 'fr'].includes(String(language)))
      return refuse(400, 'X-Language is none of ours.');
    const items = [...events.values()].filter((one) => one.owner === owner && (theme === null || one.fields.theme === theme));
    return { status: 200, body: { items: items.map(({ fields }) => fields) } };
  };
  const plan = (text: string, owner: string): Told => {
    const fields = parse(text, 'planEvent');
    if (typeof fields === 'string') return refuse(400, fields);
    const eventId = `ev_${(++count).toString(16).padStart(12, '0')}`;
    const event = { ...fields, eventId, createdAt: new Date().toISOString() };
    if (omits !== 'keep') events.set(eventId, { owner, fields: event, tickets: new Map() });
    return { status: 201, body: event, headers: { Location: `/events/${eventId}` } };
  };
  const one = ({ method, text }: Asked, event: Event): Told => {
    if (method === 'GET') return { status: 200, body: event.fields };
    if (method === 'DELETE') {
      if (omits !== 'delete') events.delete(String(event.fields.eventId));
      return { status: 204 };
    }
    const fields = parse(text, 'changeEvent');
    if (typeof fields === 'string') return refuse(400, fields);
    const changed = { ...event.fields, ...fields, eventId: event.fields.eventId, createdAt: event.fields.createdAt };
    if (omits !== 'patch') event.fields = changed;
    return { status: 200, body: changed };
  };
  const buy = (text: string, event: Event): Told => {
    const fields = parse(text, 'buyTicket');
    if (typeof fields === 'string') return refuse(400, fields);
    const total = Math.round(Number(event.fields.price) * Number(fields.count ?? 1) * 100) / 100;
    const ticket = { ...fields, ticketId: ++tickets, eventId: event.fields.eventId, total };
    event.tickets.set(String(tickets), ticket);
    return { status: 201, body: ticket };
  };
  const route = (asked: Asked): Told => {
    const { method, path, query, text } = asked;
    const [, room, eventId, below, ticketId, code, ...beyond] = path.split('/').map((part) => decodeURIComponent(part));
    const depth = [eventId, below, ticketId, code].filter((part) => part !== undefined).length;
    const known = beyond.length === 0 && (below ?? 'tickets') === 'tickets' && (code ?? 'code') === 'code';
    if (!known || !(room === 'events' || (room === 'hours' && depth === 0))) return refuse(404, 'There is nothing here.');
    const methods =
      room === 'hours' ? ['GET'] : ([['GET', 'POST'], ['GET', 'PATCH', 'DELETE'], ['POST'], ['GET'], ['GET']][depth] as string[]);
    if (!methods.includes(method)) return { ...refuse(405, 'Not by this method.'), headers: { Allow: methods.join(', ') } };
    if (room === 'hours') return hours(query);
    const account = accountOf(asked);
    if (account === undefined) return { ...refuse(401, 'Who asks?'), headers: { 'WWW-Authenticate': 'Basic realm="museum"' } };
    if (eventId === undefined) return method === 'GET' ? list(asked, account) : plan(text, account);
    const isNamed = /^ev_[0-9a-f]{12}$/.test(eventId) && (ticketId === undefined || /^[1-9]\d*$/.test(ticketId));
    if (omits !== 'places' && !isNamed) return refuse(400, 'It is no id.');
    const event = events.get(eventId);
    if (!event || (event.owner !== account && omits !== 'owner')) return refuse(404, 'There is no such event.');
    if (below === undefined) return one(asked, event);
    if (ticketId === undefined) return buy(text, event);
    const holders = omits === 'parent' ? [...events.values()] : [event];
    const ticket = holders.flatMap(({ tickets: held }) => held.get(ticketId) ?? [])[0];
    if (!ticket) return refuse(404, 'There is no such ticket.');
    return code === undefined
      ? { status: 200, body: ticket }
      : { status: 200, body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' };
  };
  return serveWith(defect, route);
}
