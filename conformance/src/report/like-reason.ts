/** Returns a reason without the parts that differ between cases with the same cause: the failed request and random addresses. */
export function likeReason(reason: string): string {
  return reason
    .replace(/^[A-Z]+ \/\S*: /, '')
    .replace(/^[A-Z]+ \/\S* (?=still )/, 'A request ')
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '/…');
}
