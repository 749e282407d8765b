// Uses openapi-react-query, with the types of openapi-typescript and with openapi-fetch.
import createFetchClient from 'openapi-fetch';
import createClient from 'openapi-react-query';
import { serve } from './harness.ts';
import type { paths } from './payments.js';
import { callHook } from './react.ts';

await serve(async (order) => {
  let status: number | null = null;
  const sender = createFetchClient<paths>({ baseUrl: order.url, headers: { authorization: `Bearer ${order.token}` } });
  // The client's errors contain the body but no status, so the status is taken from the response here.
  sender.use({
    onResponse({ response }) {
      ({ status } = response);
    },
  });
  const { useMutation } = createClient(sender);
  const header = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  try {
    const invoice =
      order.op === 'create'
        ? await callHook(() => useMutation('post', '/api/v1/payments/create')).mutateAsync({
            params: { header },
            body: order.create,
          })
        : order.op === 'fetch'
          ? await callHook(() => useMutation('post', '/api/v1/payments/fetch')).mutateAsync({ body: order.fetch })
          : await callHook(() => useMutation('post', '/api/v1/payments/submit')).mutateAsync({ body: order.submit });
    return { invoice };
  } catch (problem) {
    return { status, problem };
  }
});
