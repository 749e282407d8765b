/** Returns a reason without what differs where the cause is the same: the request that failed, and made-up addresses. */
export function likeReason(reason: string): string {
  return reason
    .replace(/^[A-Z]+ \/\S*: /, '')
    .replace(/^[A-Z]+ \/\S* (?=still )/, 'A request ')
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '/…');
}
