export type { ExplainedAccount, ExplainedInstruction } from '../verification.ts';
export { explainTransaction } from './explain-transaction.ts';
export { type Asset, findAsset, formatAmount } from './format-amount.ts';
