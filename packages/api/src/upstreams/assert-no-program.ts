import { problem } from '../problems/problem.ts';
import type { ReadAccount } from './ledger/read-accounts.ts';

/** Programs that own programs. */
const LOADERS: ReadonlySet<string> = new Set([
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]);

/** Refuses a wallet that is a program on the ledger. @throws {ProblemError} `invalid_request`. */
export function assertNoProgram(wallet: ReadAccount | undefined): void {
  if (LOADERS.has(wallet?.owner ?? '')) throw problem('ADDRESS_IS_PROGRAM', { field: 'wallet' });
}
