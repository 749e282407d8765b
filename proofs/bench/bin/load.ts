/**
 * Puts load on servers, one load at a time. Receives a `LoadOrder` as a message, and sends back its `LoadResult` or the text of
 * an error.
 */
import { sendRequests } from '../src/load/send-requests.ts';

process.on('message', (order: Parameters<typeof sendRequests>[0]) => {
  sendRequests(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
