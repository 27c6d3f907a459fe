import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import { getVaultDecoder, getVaultEncoder, type Vault } from '@staking-agent/chain/vault';
import type { World } from './world.ts';

type Ledger = Pick<World, 'sandbox'>;

/** Replaces the data of an account of the sandbox's ledger. */
export function changeData(
  { sandbox }: Ledger,
  address: Address,
  change: (data: Uint8Array) => ArrayLike<number>,
): void {
  const { bank } = sandbox.ledger;
  const account = bank.findAccount(address);
  if (account === undefined) throw new Error(`The sandbox has no account ${address}.`);
  const data = Uint8Array.from(change(Uint8Array.from(account.data)));
  bank.setAccount({ ...account, data } as EncodedAccount);
}

/** Changes a vault as its manager would. */
export function changeVault(world: Ledger, vault: Address, change: (vault: Vault) => Vault): void {
  changeData(world, vault, (data) => getVaultEncoder().encode(change(getVaultDecoder().decode(data))));
}

/** Changes the settings of a vault. */
export function configureVault(
  world: Ledger,
  vault: Address,
  settings: Partial<Vault['vaultConfiguration']>,
): void {
  changeVault(world, vault, (before) => ({
    ...before,
    vaultConfiguration: { ...before.vaultConfiguration, ...settings },
  }));
}

/** Sets what a token account holds, in base units; the mint's supply is left as it was. */
export function setTokens(world: Ledger, account: Address, amount: bigint): void {
  changeData(world, account, (data) => {
    new DataView(data.buffer).setBigUint64(64, amount, true);
    return data;
  });
}

/** Freezes a token account, as the freeze authority of its mint would. */
export function freezeTokens(world: Ledger, account: Address): void {
  changeData(world, account, (data) => data.fill(2, 108, 109));
}

/** Sets another owner of a token account, as SetAuthority does. */
export function giveTokensAway(world: Ledger, account: Address): void {
  changeData(world, account, (data) => data.fill(9, 32, 64));
}

const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;

/** Puts the account of a program at an address. */
export function placeProgram({ sandbox }: Ledger, address: Address): void {
  sandbox.ledger.bank.setAccount({
    address,
    programAddress: UPGRADEABLE_LOADER,
    executable: false,
    data: new Uint8Array(36),
    space: 36n,
    lamports: lamports(1_000_000_000n),
  } as EncodedAccount);
}
