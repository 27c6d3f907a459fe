import type { Address } from '@solana/kit';
import { getAddressEncoder } from '@staking-agent/chain/address';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESSES,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import type { Method } from '../method.ts';
import { configAt, readChoice, readFlag } from '../params.ts';
import { listProgramAccounts } from './accounts.ts';

/** Accounts that are listed as the largest: agave `NUM_LARGEST_ACCOUNTS`. */
export const LARGEST_ACCOUNTS = 20;

const NATIVE_OWNERS = [
  SYSTEM_PROGRAM_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
  ...TOKEN_PROGRAM_ADDRESSES,
];

const addressEncoder = getAddressEncoder();

/** The accounts that hold most lamports, most first. All lamports of the sandbox circulate. */
export const getLargestAccounts: Method = (params, node) => {
  const config = configAt(params, 0);
  const filter = readChoice(config, 'filter', ['circulating', 'nonCirculating'], 'circulating');
  readFlag(config, 'sortResults');
  return node.answer(config, () =>
    filter === 'nonCirculating'
      ? []
      : listBalances(node.ledger)
          .sort(compareLargest)
          .slice(0, LARGEST_ACCOUNTS)
          .map(({ address, amount }) => ({ address, lamports: amount })),
  );
};

type Balance = { readonly address: Address; readonly amount: bigint };

/** Orders larger amounts first, and equal ones by the bytes of their address, the greater first. */
export function compareLargest(left: Balance, right: Balance): number {
  if (left.amount !== right.amount) return left.amount > right.amount ? -1 : 1;
  return Buffer.compare(
    Uint8Array.from(addressEncoder.encode(right.address)),
    Uint8Array.from(addressEncoder.encode(left.address)),
  );
}

/** Balances of all accounts of programs that there are on the ledger. */
function listBalances(ledger: SandboxLedger): Balance[] {
  const owners = new Set([...NATIVE_OWNERS, ...ledger.bank.models.keys(), ...ledger.binaries]);
  return [...owners]
    .flatMap((owner) => listProgramAccounts(ledger, owner, () => true))
    .map(({ address, lamports }) => ({ address, amount: lamports }));
}
