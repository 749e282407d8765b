/**
 * @typedef {Record<string, any>} Contract The document as written: nothing in it has been checked yet.
 * @typedef {(string | number)[]} Place The keys that lead from the document's root to a value.
 * @typedef {{ at: Place, message: string }} Finding What is wrong, where, and what to do.
 * @typedef {{ options: Record<string, any>, readText: (value: unknown) => string | undefined }} Context
 */

/**
 * A Redocly rule made of a function over the whole document. Redocly's own visitors see a document piece by piece, with
 * references followed and what stands beside them gone; every rule of ours compares places that are far apart.
 * @param {(contract: Contract, context: Context) => Iterable<Finding>} check
 */
export function defineRule(check) {
  return (/** @type {Record<string, any>} */ options) => ({
    /**
     * @param {Contract} contract
     * @param {any} ctx
     */
    Root(contract, ctx) {
      // Prose may stand in a file of its own: `description: { $ref: guides/x.md }`.
      const readText = (/** @type {any} */ value) => {
        const text = typeof value?.$ref === 'string' ? ctx.resolve(value).node : value;
        return typeof text === 'string' ? text : undefined;
      };
      const reported = new Set();
      for (const { at, message } of check(contract, { options: options ?? {}, readText })) {
        const location = ctx.location.child(at);
        // A shared component is reached from several operations; it needs one correction.
        const same = `${location.pointer} ${message}`;
        if (!reported.has(same)) ctx.report({ message, location });
        reported.add(same);
      }
    },
  });
}
