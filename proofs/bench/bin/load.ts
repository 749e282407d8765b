/** Loads servers, one load at a time: takes a `LoadOrder` as a message, and sends its `LoadResult` or an error's text back. */
import { sendRequests } from '../src/load/send-requests.ts';

process.on('message', (order: Parameters<typeof sendRequests>[0]) => {
  sendRequests(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
