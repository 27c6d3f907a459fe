import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit';
import { getMintDecoder } from '@solana-program/token';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../../vm/program-addresses.ts';
import { parseStakeState } from '../../../vm/stake/stake-account.ts';
import { parseTokenAccount } from '../../../vm/token-balances.ts';
import { SAVINGS_SEED } from '../../../world/give-belongings.ts';
import { findSeeded } from '../pool-view.ts';
import type { Scene } from './corruption.ts';

const MINT_SIZE = 82;
const NONCE_SIZE = 80;
const NONCE_AUTHORITY_OFFSET = 8;

const addressDecoder = getAddressDecoder();

/** A stake account of the wallet that the order does not concern. */
export function findOtherStake({ ledger, draft: { wallet, stakeAccount } }: Scene): Address | undefined {
  return ownedBy(STAKE_PROGRAM_ADDRESS, { ledger }).find(({ address, data }) => {
    const state = parseStakeState(data);
    if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') return false;
    return address !== stakeAccount && state.fields[0].authorized.withdrawer === wallet;
  })?.address;
}

/** A token account of the wallet that the order does not concern. */
export function findOtherTokens(
  { ledger, draft }: Scene,
  mint: Address,
): { readonly address: Address; readonly amount: bigint } | undefined {
  for (const account of ownedBy(TOKEN_PROGRAM_ADDRESS, { ledger })) {
    const token = parseTokenAccount(account);
    const isOther = token?.owner === draft.wallet && token.mint === mint && token.amount > 0n;
    if (isOther && account.address !== draft.tokenAccount) {
      return { address: account.address, amount: token.amount };
    }
  }
  return undefined;
}

/** A token account of the wallet that holds lamports beyond its rent, and is not for wrapped SOL. */
export function findFullTokenAccount({ ledger, draft }: Scene): Address | undefined {
  const { solMint } = ledger.deployment;
  return ownedBy(TOKEN_PROGRAM_ADDRESS, { ledger }).find((account) => {
    const token = parseTokenAccount(account);
    const rent = ledger.bank.vm().minimumBalanceForRentExemption(BigInt(account.data.length));
    return token?.owner === draft.wallet && token.mint !== solMint && account.lamports > rent;
  })?.address;
}

/** A mint whose tokens the wallet may make. */
export function findOwnMint({ ledger, draft }: Scene): Address | undefined {
  return ownedBy(TOKEN_PROGRAM_ADDRESS, { ledger }).find(({ data }) => {
    if (data.length !== MINT_SIZE) return false;
    const { mintAuthority } = getMintDecoder().decode(data);
    return mintAuthority.__option === 'Some' && mintAuthority.value === draft.wallet;
  })?.address;
}

/** A nonce account of the wallet. */
export function findNonceAccount({ ledger, draft }: Scene): EncodedAccount | undefined {
  return ownedBy(SYSTEM_PROGRAM_ADDRESS, { ledger }).find(
    ({ data }) =>
      data.length === NONCE_SIZE && addressDecoder.decode(data, NONCE_AUTHORITY_OFFSET) === draft.wallet,
  );
}

/** The address the wallet keeps SOL at, when it does. */
export async function findSavings({ ledger, draft }: Scene): Promise<Address | undefined> {
  const address = await findSeeded(draft.wallet, SAVINGS_SEED, SYSTEM_PROGRAM_ADDRESS);
  return ledger.findAccount(address) === undefined ? undefined : address;
}

function ownedBy(program: Address, { ledger }: Pick<Scene, 'ledger'>): EncodedAccount[] {
  return ledger.bank.vm().getProgramAccounts(program);
}
