import type { Address, EncodedAccount } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { findProgramAccount } from '../../packages/sandbox/src/world/accounts.ts';
import { STRANGER } from './palette.ts';
import type { AccountWrite } from './stage.ts';
import { decodeAddress, type TransactionDraft } from './transaction-draft.ts';

/** A Reserve pool of the stranger: what takes whose place, and its fee being raised to everything. */
export type StrangersReserve = {
  readonly places: ReadonlyMap<string, string>;
  readonly raiseFee: AccountWrite;
};

const FEE_FIELDS_AT = 9;

/** Writes a perfect copy of the Reserve into the ledger, of the same program and at addresses that derive from its own pool. */
export function createStrangersReserve(ledger: SandboxLedger, stakes: readonly string[]): StrangersReserve {
  const { reserve } = ledger.deployment;
  if (reserve === undefined) throw new Error('The deployment has no Reserve.');
  const pool = findProgramAccount('pool of the stranger');
  const derive = (...seeds: readonly (Address | 'fee')[]): Address => {
    const bytes = seeds.map((seed) => (seed === 'fee' ? seed : toAddressBytes(seed)));
    return findProgramAddress(reserve.program, bytes)[0];
  };
  const kinds: readonly (readonly (Address | 'fee')[])[] = [
    [],
    ['fee'],
    ...stakes.map((each) => [each as Address]),
  ];
  const places = new Map<string, string>([[reserve.address, pool]]);
  for (const rest of kinds) places.set(derive(reserve.address, ...rest), derive(pool, ...rest));
  for (const [honest, own] of places) {
    const account = ledger.findAccount(honest as Address);
    if (account !== undefined) ledger.bank.setAccount({ ...account, address: own as Address });
  }
  return { places, raiseFee: { address: derive(pool, 'fee'), write: takeEverything } };
}

/** Raises the fee of a Reserve to 99.9 %, as its administrator may at any moment. */
export const takeEverything: AccountWrite['write'] = (account) => {
  if (account === undefined) return undefined;
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  for (const [at, value] of [999n, 1_000n, 1_000n, 1_000n].entries()) {
    view.setBigUint64(FEE_FIELDS_AT + 8 * at, value, true);
  }
  return { ...account, data };
};

/** An account of the stranger, and the program that owns it as it owns the honest one. */
export type StrangersAccount = { readonly address: string; readonly program: string };

/** Writes a copy, in the stranger's hands, of every account that drafts name into the ledger; by the address of the honest one. */
export function createStrangersAccounts(
  ledger: SandboxLedger,
  drafts: readonly TransactionDraft[],
  wallets: readonly string[],
): ReadonlyMap<string, StrangersAccount> {
  const made = new Map<string, StrangersAccount>();
  for (const honest of new Set(drafts.flatMap(listAddresses))) {
    const account = ledger.findAccount(honest as Address);
    if (account === undefined || account.executable || wallets.includes(honest)) continue;
    const address = findProgramAccount(`${honest} of the stranger`);
    const copy = (from: EncodedAccount, wallet: string) => copyFor(from, address, wallet, STRANGER.address);
    ledger.bank.setAccount(wallets.reduce(copy, account));
    made.set(honest, { address, program: account.programAddress });
  }
  return made;
}

/** The addresses that a draft names, but for programs, each once. */
export function listAddresses({ instructions }: TransactionDraft): readonly string[] {
  return [...new Set(instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address)))];
}

/** Puts accounts in the place of others, wherever they stand in a draft. */
export function rename(draft: TransactionDraft, places: ReadonlyMap<string, string>): TransactionDraft {
  const instructions = draft.instructions.map((instruction) => ({
    ...instruction,
    accounts: instruction.accounts.map((account) => ({
      ...account,
      address: places.get(account.address) ?? account.address,
    })),
  }));
  return { ...draft, instructions };
}

/** Copies an account to another address; where an owner is given, in its hands instead of the wallet's. */
export function copyFor(
  account: EncodedAccount,
  address: string,
  wallet: string,
  owner: string | undefined,
): EncodedAccount {
  const data = Buffer.from(account.data);
  const key = decodeAddress(wallet);
  if (owner !== undefined) {
    for (let at = data.indexOf(key); at !== -1; at = data.indexOf(key, at + 1)) {
      data.set(decodeAddress(owner), at);
    }
  }
  return { ...account, address: address as Address, data: Uint8Array.from(data) };
}
