import type { Address, EncodedAccount, Instruction } from '@solana/kit';
import type { Draft, OrderedInstructions } from '../src/stand-ins/router/order.ts';
import { STAKE_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { parseStakeState } from '../src/vm/stake-account.ts';
import { parseTokenAccount } from '../src/vm/token-balances.ts';
import { findProgramAccount } from '../src/world/accounts.ts';
import type { SandboxLedger } from '../src/world/sandbox-ledger.ts';

/** Who gains by a malicious order; nobody of the world. */
export const STRANGER = findProgramAccount('stranger');

const CLOSE_ACCOUNT = 9;

/** A transaction that harms its wallet. */
export type CorruptedDraft = OrderedInstructions & {
  /** Whether the order says that it brings nothing, so that nothing can be missing. */
  readonly promisesNothing?: boolean;
};

/** What a variant may look at. */
export type Scene = {
  readonly draft: Draft;
  readonly ledger: SandboxLedger;
  /** The same order over twice the amount; undefined where an order has none. */
  readonly doubled: Draft | undefined;
};

type Change = Partial<CorruptedDraft> | undefined;

/** Turns an order against its wallet; undefined where that does not fit the order or the wallet lacks what it takes. */
export type Corruption = (scene: Scene) => Promise<Change> | Change;

/** Some of the variants, by name. */
export type Corruptions = Readonly<Record<string, Corruption>>;

/** Puts instructions where they still find every account open. */
export function append(
  { instructions }: Pick<Draft, 'instructions'>,
  ...added: readonly Instruction[]
): Partial<CorruptedDraft> {
  const closing = instructions.findIndex(
    ({ programAddress, data }) => programAddress === TOKEN_PROGRAM_ADDRESS && data?.[0] === CLOSE_ACCOUNT,
  );
  const at = closing === -1 ? instructions.length : closing;
  return { instructions: [...instructions.slice(0, at), ...added, ...instructions.slice(at)] };
}

/** Puts instructions before all others. */
export function prepend(
  { instructions }: Pick<Draft, 'instructions'>,
  ...added: readonly Instruction[]
): Partial<CorruptedDraft> {
  return { instructions: [...added, ...instructions] };
}

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

function ownedBy(program: Address, { ledger }: Pick<Scene, 'ledger'>): EncodedAccount[] {
  return ledger.bank.vm().getProgramAccounts(program);
}
