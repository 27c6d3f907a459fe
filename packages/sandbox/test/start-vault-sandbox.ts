import type { TestContext } from 'node:test';
import type { Address, KeyPairSigner } from '@solana/kit';
import { getMintDecoder } from '@solana-program/token';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import {
  getProtocolDecoder,
  getProtocolEncoder,
  getStrategyInitReceiptDecoder,
  getVaultDecoder,
  getVaultEncoder,
  getVaultState,
  type Vault,
  type VaultState,
} from '@staking-agent/chain/vault';
import { getPositionCodec } from '../src/programs/lending-adaptor.ts';
import { grantToken } from '../src/world/sandbox-ledger.ts';
import { findHolderAccounts } from '../src/world/seeded-vault.ts';
import { type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';

export const USDC = 1_000_000n;

/** Every number of a vault that a test may want to be another. */
export type VaultChange = {
  readonly totalValue?: bigint;
  readonly configuration?: Partial<Vault['vaultConfiguration']>;
  readonly fees?: Partial<Vault['feeConfiguration']>;
  readonly locked?: Vault['lockedProfitState'];
  readonly lastManagementFeeUpdateTs?: bigint;
};

type VaultSeed = PoolSandbox['ledger']['vault'];
type VaultWorld = VaultSeed & VaultSeed['strategies'][0];

/** A sandbox with a vault, and what tests ask of it. */
export type VaultSandbox = Awaited<ReturnType<typeof startVaultSandbox>>;

/** Starts a sandbox whose time stands still, and stops it after the test. */
export async function startVaultSandbox(t: Pick<TestContext, 'after'>, programsDirectory?: string) {
  const base = await startPoolSandbox(t, programsDirectory);
  const { ledger } = base;
  // Tests that need one strategy take the larger one.
  const world = { ...ledger.vault, ...ledger.vault.strategies[0] };
  const findAccounts = async (user: Address) => findHolderAccounts(world, user);
  return {
    ...base,
    vaultSeed: world,
    findAccounts,
    ...createVaultAccess(base, world),
    /** A wallet with SOL, USDC, and empty accounts of LP and escrow. */
    createDepositor: async (usdc: bigint): Promise<KeyPairSigner> => {
      const wallet = await base.createWallet();
      const { address } = wallet;
      const { lp, escrow, receipt } = await findAccounts(address);
      const { lpMint: mint } = world;
      ledger.submitAsFaucet(await grantToken(address, world.assetMint, usdc));
      const { err } = await base.send(wallet, [
        getCreateTokenAccountInstruction({ owner: address, mint, account: lp }),
        getCreateTokenAccountInstruction({ payer: address, owner: receipt, mint, account: escrow }),
      ]);
      if (err !== null) throw new Error(JSON.stringify(err));
      return wallet;
    },
  };
}

/** Reads and writes the accounts of the vault. */
function createVaultAccess({ ledger, readData, tokens, write }: PoolSandbox, world: VaultWorld) {
  const vault = (): Vault => getVaultDecoder().decode(readData(world.vault));
  const lpSupply = (): bigint => getMintDecoder().decode(readData(world.lpMint)).supply;
  return {
    vault,
    lpSupply,
    state: (): VaultState => getVaultState(vault(), lpSupply()),
    now: (): bigint => ledger.bank.vm().getClock().unixTimestamp,
    operationalState: (): number => getProtocolDecoder().decode(readData(world.protocol)).operationalState,
    setOperationalState: (operationalState: number): void => {
      const protocol = getProtocolDecoder().decode(readData(world.protocol));
      write(world.protocol, getProtocolEncoder().encode({ ...protocol, operationalState }));
    },
    setVault: (change: VaultChange): void =>
      write(world.vault, getVaultEncoder().encode(applyChange(vault(), change))),
    reported: (): bigint =>
      getStrategyInitReceiptDecoder().decode(readData(world.strategyReceipt)).positionValue,
    lent: (): bigint => getPositionCodec().decode(readData(world.position)).value,
    /** What is in both strategies. */
    lentInAll: (): bigint =>
      world.strategies.reduce(
        (sum, { position }) => sum + getPositionCodec().decode(readData(position)).value,
        0n,
      ),
    idle: (): bigint => tokens(world.idleAta),
  };
}

function applyChange(before: Vault, change: VaultChange): Vault {
  const { totalValue = before.asset.totalValue, lastManagementFeeUpdateTs } = change;
  return {
    ...before,
    asset: { ...before.asset, totalValue },
    vaultConfiguration: { ...before.vaultConfiguration, ...change.configuration },
    feeConfiguration: { ...before.feeConfiguration, ...change.fees },
    feeUpdate: {
      ...before.feeUpdate,
      ...(lastManagementFeeUpdateTs !== undefined && { lastManagementFeeUpdateTs }),
    },
    lockedProfitState: change.locked ?? before.lockedProfitState,
  };
}
