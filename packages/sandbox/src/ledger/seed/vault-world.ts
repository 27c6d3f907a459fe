import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  assetPerLpBits,
  DEAD_WEIGHT,
  getAdaptorAddReceiptEncoder,
  getDirectWithdrawInitReceiptEncoder,
  getProtocolEncoder,
  getStrategyInitReceiptEncoder,
  getVaultEncoder,
  LP_DECIMALS,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import {
  ADAPTOR_WITHDRAW_DISCRIMINATOR,
  findLendingMarket,
  findLiquidity,
  findPosition,
  LENDING_ADAPTOR_ADDRESS,
} from '../../programs/lending-adaptor/program.ts';
import {
  findAssociated,
  findProtocol,
  findStrategyKeys,
  findVaultKeys,
} from '../../programs/vault/vault-addresses.ts';
import type { Bank } from '../bank.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';
import { addTokens, addToSupply } from '../token-amounts.ts';
import { createDeterministicKey } from './deterministic-key.ts';
import { createMint } from './mint.ts';
import { createTokenAccount } from './token-account.ts';

const USDC = 1_000_000n;
const TOKEN_ACCOUNT_SIZE = 165n;
const MINT_SIZE = 82n;
const VERSION = 4;

/** Total value of the vault at genesis, in USDC base units: 8,000,000 USDC. */
export const VAULT_VALUE = 8_000_000n * USDC;
/** Price of a raUSDC at genesis: 1.0312 USDC. */
const PRICE = { numerator: 10_312n, denominator: 10_000n };
/** Deposits may lift the vault to 100,000,000 USDC. */
const MAX_CAP = 100_000_000n * USDC;
/** Part of the value that lies idle after each epoch: 5 %. */
export const IDLE_PART = { numerator: 5n, denominator: 100n };
/** USDC that others have lent to the same market. */
const OTHER_LENDERS = 20_000_000n * USDC;
/** Operations the protocol has on, as on mainnet: all. */
const ALL_OPERATIONS = 0x1fff;

/** Where the USDC vault of the world and its strategy are. */
export type VaultWorld = {
  readonly programAddress: Address;
  readonly protocol: Address;
  readonly vault: Address;
  readonly assetMint: Address;
  readonly lpMint: Address;
  readonly lpMintAuth: Address;
  readonly idleAuth: Address;
  readonly idleAta: Address;
  readonly adaptorProgram: Address;
  /** The lending market. */
  readonly strategy: Address;
  readonly strategyAuth: Address;
  readonly strategyAta: Address;
  readonly adaptorReceipt: Address;
  readonly strategyReceipt: Address;
  readonly directReceipt: Address;
  /** The market's token account. */
  readonly liquidity: Address;
  /** What the vault has in the market. */
  readonly position: Address;
};

/**
 * Derives the addresses of a deployment's USDC vault.
 *
 * @throws {Error} when the deployment's raUSDC is not the LP mint that is derived from its vault.
 */
export function findVaultWorld({ usdcVault: vault, usdcMint, rausdcMint }: Deployment): VaultWorld {
  const { lpMint, lpMintAuth, idleAuth } = findVaultKeys(vault);
  if (lpMint[0] !== rausdcMint) {
    throw new Error(`The LP mint of the vault ${vault} is ${lpMint[0]}, not the deployment's ${rausdcMint}.`);
  }
  const strategy = findLendingMarket(usdcMint);
  const keys = findStrategyKeys(vault, strategy, LENDING_ADAPTOR_ADDRESS);
  return {
    programAddress: VOLTR_VAULT_PROGRAM_ADDRESS,
    protocol: findProtocol()[0],
    vault,
    assetMint: usdcMint,
    lpMint: lpMint[0],
    lpMintAuth: lpMintAuth[0],
    idleAuth: idleAuth[0],
    idleAta: findAssociated(idleAuth[0], usdcMint),
    adaptorProgram: LENDING_ADAPTOR_ADDRESS,
    strategy,
    strategyAuth: keys.strategyAuth[0],
    strategyAta: findAssociated(keys.strategyAuth[0], usdcMint),
    adaptorReceipt: keys.adaptorReceipt[0],
    strategyReceipt: keys.strategyReceipt[0],
    directReceipt: keys.directReceipt[0],
    liquidity: findLiquidity(strategy),
    position: findPosition(strategy, keys.strategyAuth[0]),
  };
}

/** Writes the vault, its LP, its idle funds and what it has lent; the asset's mint must be there. */
export function seedVaultWorld(bank: Bank, world: VaultWorld): void {
  const idle = (VAULT_VALUE * IDLE_PART.numerator) / IDLE_PART.denominator;
  const lent = VAULT_VALUE - idle;
  const now = bank.vm().getClock().unixTimestamp;
  const shares = (VAULT_VALUE * 10n ** BigInt(LP_DECIMALS) * PRICE.denominator) / (USDC * PRICE.numerator);
  const supply = shares - DEAD_WEIGHT;
  const tokenRent = rentOf(bank, TOKEN_ACCOUNT_SIZE);

  bank.setAccount(createMint(world.lpMint, world.lpMintAuth, LP_DECIMALS, rentOf(bank, MINT_SIZE), supply));
  const holders: readonly (readonly [Address, Address, Address, bigint])[] = [
    [keyOf('raUSDC of everybody else'), world.lpMint, keyOf('everybody else'), supply],
    [world.idleAta, world.assetMint, world.idleAuth, idle],
    [world.strategyAta, world.assetMint, world.strategyAuth, 0n],
    [world.liquidity, world.assetMint, world.strategy, 0n],
  ];
  for (const [address, mint, owner, amount] of holders) {
    bank.setAccount(createTokenAccount(address, { mint, owner, amount, rent: tokenRent }));
  }
  addTokens(bank, world.liquidity, lent + OTHER_LENDERS);
  addToSupply(bank, world.assetMint, VAULT_VALUE + OTHER_LENDERS);

  const own = (address: Address, data: ArrayLike<number>): void =>
    set(bank, address, world.programAddress, Uint8Array.from(data));
  own(world.protocol, encodeProtocol());
  own(world.vault, encodeVault(world, shares, supply, now));
  seedStrategy(world, lent, now, own);
  const position = { market: world.strategy, lender: world.strategyAuth, value: lent };
  set(bank, world.position, world.adaptorProgram, Uint8Array.from(getPositionCodec().encode(position)));
}

function encodeProtocol(): ArrayLike<number> {
  return getProtocolEncoder().encode({
    admin: keyOf('vault protocol admin'),
    operationalState: ALL_OPERATIONS,
    bump: findProtocol()[1],
    pendingAdmin: SYSTEM_PROGRAM_ADDRESS,
  });
}

function encodeVault(world: VaultWorld, shares: bigint, supply: bigint, now: bigint): ArrayLike<number> {
  const keys = findVaultKeys(world.vault);
  const text = (value: string, size: number): Uint8Array => {
    const bytes = new Uint8Array(size);
    bytes.set(new TextEncoder().encode(value));
    return bytes;
  };
  return getVaultEncoder().encode({
    name: text('Sandbox USDC', 32),
    description: text('USDC lent to a market of the sandbox', 64),
    asset: {
      mint: world.assetMint,
      idleAta: world.idleAta,
      totalValue: VAULT_VALUE,
      idleAtaAuthBump: keys.idleAuth[1],
    },
    lp: { mint: world.lpMint, mintBump: keys.lpMint[1], mintAuthBump: keys.lpMintAuth[1] },
    pendingAdmin: SYSTEM_PROGRAM_ADDRESS,
    manager: keyOf('vault manager'),
    admin: keyOf('vault admin'),
    vaultConfiguration: {
      maxCap: MAX_CAP,
      startAtTs: 0n,
      lockedProfitDegradationDuration: 0n,
      withdrawalWaitingPeriod: 0n,
      disabledOperations: 0,
    },
    feeConfiguration: {
      managerPerformanceFee: 0,
      adminPerformanceFee: 0,
      managerManagementFee: 0,
      adminManagementFee: 0,
      redemptionFee: 0,
      issuanceFee: 0,
      protocolPerformanceFee: 0,
      protocolManagementFee: 0,
    },
    feeUpdate: { lastPerformanceFeeUpdateTs: now, lastManagementFeeUpdateTs: now },
    feeState: { accumulatedLpManagerFees: 0n, accumulatedLpAdminFees: 0n, accumulatedLpProtocolFees: 0n },
    deadWeight: shares - supply,
    highWaterMark: {
      highestAssetPerLpDecimalBits: assetPerLpBits(VAULT_VALUE, shares),
      lastUpdatedTs: now,
    },
    lastUpdatedTs: now,
    version: VERSION,
    lockedProfitState: { lastUpdatedLockedProfit: 0n, lastReport: now },
  });
}

function seedStrategy(
  world: VaultWorld,
  positionValue: bigint,
  now: bigint,
  own: (address: Address, data: ArrayLike<number>) => void,
): void {
  const { vault, strategy, adaptorProgram } = world;
  const keys = findStrategyKeys(vault, strategy, adaptorProgram);
  const bump = (key: keyof typeof keys): number => keys[key][1];
  const common = { vault, strategy, adaptorProgram, version: 1 };
  own(
    world.adaptorReceipt,
    getAdaptorAddReceiptEncoder().encode({
      vault,
      adaptorProgram,
      version: 1,
      bump: bump('adaptorReceipt'),
      lastUpdatedEpoch: 0n,
    }),
  );
  own(
    world.strategyReceipt,
    getStrategyInitReceiptEncoder().encode({
      ...common,
      positionValue,
      lastUpdatedTs: now,
      bump: bump('strategyReceipt'),
      vaultStrategyAuthBump: bump('strategyAuth'),
    }),
  );
  own(
    world.directReceipt,
    getDirectWithdrawInitReceiptEncoder().encode({
      ...common,
      instructionDiscriminator: ADAPTOR_WITHDRAW_DISCRIMINATOR,
      additionalArgs: null,
      allowUserArgs: false,
      bump: bump('directReceipt'),
    }),
  );
}

function keyOf(name: string): Address {
  return createDeterministicKey(name).address;
}

function rentOf(bank: Bank, space: bigint): bigint {
  return bank.vm().minimumBalanceForRentExemption(space);
}

function set(bank: Bank, address: Address, owner: Address, data: Uint8Array): void {
  const space = BigInt(data.length);
  const account: EncodedAccount = {
    address,
    programAddress: owner,
    data,
    executable: false,
    lamports: lamports(rentOf(bank, space)),
    space,
  };
  bank.setAccount(account);
}
