export type { ExplainedAccount, ExplainedInstruction } from '../verification.ts';
export { explainTransaction } from './explain-transaction.ts';
