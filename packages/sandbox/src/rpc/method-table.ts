import type { LedgerApi } from '@staking-agent/chain/ledger';
import type { Method, Methods } from './method.ts';
import { accountMethods } from './methods/accounts.ts';
import { requestAirdrop } from './methods/airdrop.ts';
import { blockMethods } from './methods/blocks.ts';
import { confirmedBlockMethods } from './methods/confirmed-blocks.ts';
import { feeMethods } from './methods/fees.ts';
import { getLargestAccounts } from './methods/largest-accounts.ts';
import { leaderMethods } from './methods/leaders.ts';
import { nodeMethods } from './methods/node.ts';
import { sendTransaction } from './methods/send-transaction.ts';
import { signatureMethods } from './methods/signatures.ts';
import { simulateTransaction } from './methods/simulate-transaction.ts';
import { stakingMethods } from './methods/staking.ts';
import { tokenAccountMethods } from './methods/token-accounts.ts';
import { getTransaction } from './methods/transactions.ts';

/** Every method a node answers; those the service needs are complete by type. */
export const METHODS = {
  ...accountMethods,
  ...blockMethods,
  ...confirmedBlockMethods,
  ...feeMethods,
  ...leaderMethods,
  ...nodeMethods,
  ...signatureMethods,
  ...stakingMethods,
  ...tokenAccountMethods,
  getLargestAccounts,
  getTransaction,
  requestAirdrop,
  sendTransaction,
  simulateTransaction,
} satisfies Record<keyof LedgerApi, Method> & Methods;
