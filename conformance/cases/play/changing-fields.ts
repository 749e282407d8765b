/** Fields that a payment or the clock may change between two reads. */
export const changingFields = ['status', 'receiptId', 'paidAmount'];
