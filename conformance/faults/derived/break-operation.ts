import { editFields, fieldsOf, headerOf, type Message, type Reply, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import type { Operation } from '../../src/contract/contract.ts';
import { type EditDocument, nodeAt } from './edit-contract.ts';

/** A way to introduce a defect: replace steps of the full server, or edit the contract that the server reads. */
export type Break = { steps: () => FullChanges } | { edit: EditDocument };

/** Returns ways to break one aspect of an operation, such as its media type. `about` is the aspect's name in requirements. */
export function breakOperation({ path, method, pointer, request, requestPointer, scopes }: Operation, about: string): Break[] {
  const isMine = (message: Message): boolean => message.path === path;
  const template = path.replaceAll(/\{[^}]+\}/g, '[^/]+');
  const isHere = (message: Message): boolean => isMine(message) || new RegExp(`^${template}$`).test(message.path);
  const onReply = (change: NonNullable<FullChanges['reply']>): Break => ({
    steps: () => ({ reply: (reply, message, memory) => (isHere(message) ? change(reply, message, memory) : undefined) }),
  });
  const onRequest = (change: NonNullable<FullChanges['request']>): Break => ({
    steps: () => ({ request: (message, memory) => (isHere(message) ? change(message, memory) : undefined) }),
  });
  const change = (isWanted: (reply: Reply) => boolean, other: Partial<Reply>): Break =>
    onReply((reply) => void (isWanted(reply) && Object.assign(reply, other)));
  const takesNull = Object.values(request.properties ?? {}).some(({ type }) => [type].flat().includes('null'));
  const isSuccess = ({ status }: Reply): boolean => status < 300;
  const ways: Record<string, () => Break[]> = {
    success: () => [change(isSuccess, { status: 500, body: {} })],
    'success-status': () => [change(isSuccess, { status: 203 })],
    'media-type': () => [
      onReply((reply) => void (isSuccess(reply) && Object.assign(reply.headers, { 'Content-Type': 'text/plain' }))),
    ],
    method: () => [onRequest((message) => void Object.assign(message, { method }))],
    authentication: () => [
      onRequest((message, { tokens }) => {
        const [known = ''] = tokens.keys();
        if (!tokens.has((headerOf(message, 'authorization') ?? '').replace(/^Bearer /i, '')))
          setHeader(message, 'authorization', `Bearer ${known}`);
      }),
    ],
    scope: () => [
      {
        edit: (document) =>
          void Object.assign(nodeAt(document, pointer), { security: [{ bearerAuth: [otherScope(document, scopes)] }] }),
      },
    ],
    ownership: () => [{ steps: () => ({ find: (id, _account, { invoices }) => invoices.get(id) }) }],
    validation: () => [change(({ status }) => status === 422, { status: 409 })],
    'unknown-id': () => [change(({ status }) => status === 404, { status: 410 })],
    'wrong-types': () => [
      {
        edit: (document) => {
          const schema = nodeAt(document, requestPointer);
          for (const name of Object.keys(schema.properties)) schema.properties[name] = {};
        },
      },
    ],
    'null-property': () => [
      onRequest((message) => {
        const fields = fieldsOf(message);
        // Removes nulls, so that the body is accepted. If null is allowed, replaces nulls with objects, so that it is refused.
        const other = takesNull ? { refused: true } : undefined;
        if (fields) message.text = JSON.stringify(fields, (_, value) => (value === null ? other : value));
      }),
    ],
    'malformed-body': () => [{ steps: () => respondAsBefore(isHere) }],
  };
  return ways[about]?.() ?? [];
}

function otherScope(document: { components: { securitySchemes: object } }, scopes: string[]): string {
  const [scheme] = Object.values(document.components.securitySchemes) as { 'x-scopes': object }[];
  return Object.keys(scheme?.['x-scopes'] ?? {}).find((scope) => !scopes.includes(scope)) ?? '';
}

/** Responds with the last successful response if the body of a request is not a JSON object. */
function respondAsBefore(isHere: (message: Message) => boolean): FullChanges {
  let last: Partial<Reply> = {};
  return {
    reply(reply, message) {
      if (!isHere(message)) return;
      if (fieldsOf(message) === undefined) Object.assign(reply, last);
      else if (reply.status < 300) last = { status: reply.status, body: reply.body };
    },
  };
}

/** Adds the id of the newest open invoice to a request that contains no id. */
export function fillInId({ path, identifies = '' }: Operation): Break {
  return {
    steps: () => ({
      request(message, { invoices }) {
        const open = [...invoices.values()].findLast(({ shown }) => shown.status === 'PENDING');
        if (message.path !== path) return;
        editFields(message, (fields) => {
          if (!Object.hasOwn(fields, identifies)) fields[identifies] = open?.shown.id;
        });
      },
    }),
  };
}
