import type { Attack } from '../attack.ts';
import { writeRequest } from '../flood.ts';
import { measureCost } from '../search/measure-cost.ts';
import { type Judged, searchCostly } from '../search/search-costly.ts';
import { curlOf } from '../search/write-sketch.ts';

/**
 * The maximum cost of a request without a token, as a multiple of the cost of an authenticated fetch. Anyone may read the docs,
 * which are several megabytes, so the cost for a bare server to send a response of the same length is not counted.
 */
const most = 2;
/** The duration of the search in milliseconds; judging the results takes additional time. */
const searchTime = 40_000;
/** Number of requests to print. */
const shown = 3;

/** Searches for a request without a token that costs the server more than `most`. */
export const costlyRequests: Attack = {
  name: 'costly-requests',
  what: `searches for a request without a token that costs more than ${most} authenticated fetches`,
  seconds: 90,
  limits: { ratio: Number.POSITIVE_INFINITY },
  run: async (tools) => {
    const { target } = tools;
    const meter = await target.openMeter();
    try {
      const head = [`Authorization: Bearer ${target.token}`, 'Content-Type: application/json'];
      const body = JSON.stringify({ invoiceId: target.invoiceId });
      const fetchOne = writeRequest('/api/v1/payments/fetch', { method: 'POST', head, body });
      // Warms up first, so that the time to compile the code is not measured.
      await measureCost(tools, meter, fetchOne, 1_000);
      const rows = await searchCostly(tools, meter, { time: searchTime, kept: 12, plain: fetchOne });
      const describe = ({ sketch, bytes, cost, fetches, sending }: Judged) =>
        `${fetches.toFixed(1)} authenticated fetches${sending > 0 ? ` beside ${sending.toFixed(1)} to send the response` : ''}, ${((1024 * cost) / bytes).toFixed(2)} ms/KB: ${curlOf(sketch, target.baseUrl)}`;
      return {
        bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
        findings: [
          ...(rows.length === 0 ? ['the search was cut short: the machine is too busy'] : []),
          ...rows.filter(({ fetches }) => fetches > most).map(describe),
        ],
        remark: `costliest:${rows
          .slice(0, shown)
          .map((row) => `\n    ${describe(row)}`)
          .join('')}`,
      };
    } finally {
      meter.end();
    }
  },
};
