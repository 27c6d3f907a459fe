import type { LedgerApi } from '@staking-agent/chain/ledger';
import type { Method, Methods } from './dispatch.ts';
import { accountMethods, getLargestAccounts, tokenAccountMethods } from './methods/accounts.ts';
import { blockMethods, confirmedBlockMethods } from './methods/blocks.ts';
import { feeMethods, leaderMethods, nodeMethods } from './methods/node.ts';
import { requestAirdrop, sendTransaction, simulateTransaction } from './methods/send-transaction.ts';
import { stakingMethods } from './methods/staking.ts';
import { getTransaction, signatureMethods } from './methods/transactions.ts';

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
