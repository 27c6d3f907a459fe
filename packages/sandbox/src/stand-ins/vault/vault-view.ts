import type { Address } from '@solana/kit';
import {
  getProtocolDecoder,
  getVaultDecoder,
  getVaultState,
  netAssetValue,
  type Vault,
  type VaultState,
} from '@staking-agent/chain/vault';
import { findAssociated } from '../../programs/find-associated.ts';
import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import { findRequestReceipt } from '../../programs/vault/vault-addresses.ts';
import { parseMintSupply, parseTokenAccount } from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { VaultError } from './vault-error.ts';

// Made once: to make one takes a third of what it takes to decode an account.
const VAULT_DECODER = getVaultDecoder();
const PROTOCOL_DECODER = getProtocolDecoder();

/** The vault as the newest slot has it. */
export type VaultView = {
  readonly account: Vault;
  readonly state: VaultState;
  /** Of the Protocol account. */
  readonly operationalState: number;
  /** Unix seconds of the ledger's clock. */
  readonly now: bigint;
  /** Asset base units that lie idle. */
  readonly idle: bigint;
  /** Asset base units in each strategy. */
  readonly lentTo: readonly bigint[];
};

/** What is a wallet's, by the vault. */
export type UserAccounts = {
  readonly asset: Address;
  readonly lp: Address;
  readonly receipt: Address;
  readonly escrow: Address;
};

/** Reads what the provider's answers are made of. */
export function readVaultView(ledger: SandboxLedger): VaultView {
  const { vault, lpMint, protocol, idleAta, strategies } = ledger.vault;
  const account = VAULT_DECODER.decode(readData(ledger, vault));
  const mint = ledger.findAccount(lpMint);
  return {
    account,
    state: getVaultState(account, (mint && parseMintSupply(mint)) ?? 0n),
    operationalState: PROTOCOL_DECODER.decode(readData(ledger, protocol)).operationalState,
    now: ledger.bank.vm().getClock().unixTimestamp,
    idle: readTokens(ledger, idleAta),
    lentTo: strategies.map(({ position }) => getPositionCodec().decode(readData(ledger, position)).value),
  };
}

/** Derives the accounts of a wallet. */
export function findUserAccounts({ vault }: SandboxLedger, user: Address): UserAccounts {
  const [receipt] = findRequestReceipt(vault.vault, user);
  return {
    asset: findAssociated(user, vault.assetMint),
    lp: findAssociated(user, vault.lpMint),
    receipt,
    escrow: findAssociated(receipt, vault.lpMint),
  };
}

/** Base units a token account holds; zero when it does not exist. */
export function readTokens(ledger: SandboxLedger, address: Address): bigint {
  const account = ledger.findAccount(address);
  return (account && parseTokenAccount(account)?.amount) ?? 0n;
}

/** Whole assets per whole LP as a float, as the provider prints it; zero without LP. */
export function getSharePrice({ state, now }: Pick<VaultView, 'state' | 'now'>): number {
  const value = netAssetValue(state, now);
  return value.ok ? (Number(value.asset) / Number(value.lp)) * 1000 : 0;
}

function readData(ledger: SandboxLedger, address: Address): Uint8Array {
  const account = ledger.findAccount(address);
  if (account === undefined) throw new VaultError(500, `Account ${address} does not exist`);
  return Uint8Array.from(account.data);
}
