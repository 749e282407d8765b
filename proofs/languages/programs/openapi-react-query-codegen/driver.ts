// Drives the hooks that openapi-react-query-codegen generates.
import { useCreatePayment, useFetchPayment, useSubmitReceipt } from './client/queries/queries.ts';
import { createClient } from './client/requests/client/index.ts';
import { serve } from './harness.ts';
import { callHook } from './react.ts';

const create = callHook(() => useCreatePayment());
const fetch = callHook(() => useFetchPayment());
const submit = callHook(() => useSubmitReceipt());

await serve(async (order) => {
  const client = createClient({ baseUrl: order.url, auth: order.token });
  let status: number | null = null;
  // The client's errors contain the body but no status, so the status is taken from the response here.
  client.interceptors.response.use((response) => {
    ({ status } = response);
    return response;
  });
  const headers = order.key === undefined ? {} : { 'Idempotency-Key': order.key };
  try {
    const { data } =
      order.op === 'create'
        ? await create.mutateAsync({ client, body: order.create, headers })
        : order.op === 'fetch'
          ? await fetch.mutateAsync({ client, body: order.fetch })
          : await submit.mutateAsync({ client, body: order.submit });
    return data ? { invoice: data } : { status, problem: undefined };
  } catch (problem) {
    return { status, problem };
  }
});
