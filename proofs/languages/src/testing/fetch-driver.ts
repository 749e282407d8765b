import type { CreateBody, Driver, ReadInvoice, Reply } from '../run/driver.ts';

/** A defect that generated clients may have. */
export type Defect =
  | 'float32'
  | 'nulls-sent'
  | 'local-times'
  | 'closed-objects'
  | 'exact-notes'
  | 'closed-codes'
  | 'required-codes'
  | 'html-parsed';

/** Makes a driver with a minimal client. If `defect` is given, the client has that defect. */
export function fetchDriver(defect?: Defect): Driver {
  return {
    async send(order) {
      if (order.op !== 'create') throw new Error('It only creates.');
      try {
        return await create(order.url, order.body, defect);
      } catch (error) {
        return { failure: { status: null, kind: 'Error', message: (error as Error).message } };
      }
    },
    async close() {},
  };
}

async function create(url: string, { amount, ...others }: CreateBody, defect?: Defect): Promise<Reply> {
  const sent = defect === 'float32' ? Math.fround(Number(amount)) : Number(amount);
  const nulls = defect === 'nulls-sent' ? { callbackUrl: null } : {};
  const response = await fetch(`${url}/api/v1/payments/create`, {
    method: 'POST',
    body: JSON.stringify({ ...others, ...nulls, amount: sent }),
  });
  const { status } = response;
  if (defect !== 'html-parsed' && !response.headers.get('content-type')?.includes('json'))
    return { failure: { status, kind: 'no problem' } };
  const body = (await response.json()) as Record<string, unknown> & { code?: string; errors?: { code: string }[] };
  if (response.ok) return { invoice: readInvoice(body, defect) };
  const known = ['not_found'];
  if (defect === 'closed-codes' && body.code !== undefined && !known.includes(body.code)) throw new Error('no such code');
  if (defect === 'required-codes' && body.code === undefined) throw new Error('code is missing');
  return { problem: { status, code: body.code ?? null, items: body.errors?.map(({ code }) => code) ?? [] } };
}

function readInvoice(body: Record<string, unknown>, defect?: Defect): ReadInvoice {
  if (defect === 'closed-objects' && 'tip' in body) throw new Error('tip is unknown');
  if (defect === 'exact-notes' && !/^\w{5}-\w{5}$/.test(String(body.note))) throw new Error('note has another form');
  const time = (name: string) =>
    Date.parse(defect === 'local-times' ? String(body[name]).slice(0, 19) : String(body[name]).replace(/(\.\d{3})\d+/, '$1'));
  return {
    ...body,
    amount: String(body.amount),
    expiresAt: time('expiresAt'),
    createdAt: time('createdAt'),
  } as unknown as ReadInvoice;
}
