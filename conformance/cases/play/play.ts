export {
  otherReceiptFor,
  type Play,
  paid,
  read,
  readUntil,
  receiptFor,
  shares,
  startPlay,
  submit,
} from '../../src/subject/play.ts';
