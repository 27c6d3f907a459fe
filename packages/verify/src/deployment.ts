import { findAssociatedTokenAddress, findProgramAddress } from './bytes/address.ts';
import { VAULT_PROGRAM } from './bytes/known-keys.ts';
import { ascii, isSame, requireKey } from './bytes/text.ts';
import type { AccountFormat } from './programs/instruction-format.ts';
import { Refusal } from './verification.ts';

/** The addresses a verification stands on, base58; a deployment file has them all. */
export type VerifyDeployment = {
  readonly voteAccount: string;
  readonly solMint: string;
  readonly usdcMint: string;
  readonly rasolMint: string;
  readonly rasolMaxMint: string;
  readonly rausdcMint: string;
  readonly usdcVault: string;
  /** What the USDC vault lends to; exits of our own may be paid from these. */
  readonly usdcStrategies?: { readonly adaptors: readonly VerifyAdaptor[] };
  /** The pool whose token is raSOL; the price of raSOL is read there. */
  readonly stakePool: { readonly program: string; readonly address: string };
  /** The pool of the router's Reserve that may pay for stake accounts; without it, none may. */
  readonly reserve?: { readonly program: string; readonly address: string };
  /** Programs beyond the ledger's own that a transaction of the router may invoke. */
  readonly routerPrograms: readonly string[];
  readonly leveraged?: VerifyLeveragedDeployment;
};

/** The program between a vault and one of its strategies, and what it is called with. */
type VerifyAdaptor = {
  readonly program: string;
  readonly strategy: string;
  /** `account` is an address, or `wallet`, `walletSol`, `walletRasol` or `walletUsdc`. */
  readonly accounts: readonly {
    readonly account: string;
    readonly isWritable: boolean;
    readonly isSigner: boolean;
  }[];
  readonly arguments?: Uint8Array;
};

/**
 * What leveraged staking stands on; exits through a flash loan need all of it, but may buy through the router instead of the
 * market; everything else needs the vault alone.
 */
export type VerifyLeveragedDeployment = {
  readonly vault: string;
  readonly adaptor?: VerifyAdaptor & { readonly position: string };
  readonly lending?: {
    readonly program: string;
    readonly group: string;
    readonly bank: string;
    readonly accountIndex: number;
    readonly thirdPartyId: number;
  };
  readonly market?: {
    readonly program: string;
    readonly address: string;
    readonly rasolVault: string;
    readonly solVault: string;
  };
  readonly lookupTables?: readonly string[];
};

/** What all wallets share of a vault, 32 bytes each. */
export type VaultKeys = {
  readonly vault: Uint8Array;
  readonly protocol: Uint8Array;
  readonly assetMint: Uint8Array;
  readonly lpMint: Uint8Array;
  readonly lpMintAuthority: Uint8Array;
  readonly idle: Uint8Array;
  readonly idleAuthority: Uint8Array;
};

/** The router's Reserve: what holds its SOL has the authority over the stake accounts that it takes. */
export type ReserveKeys = {
  readonly program: Uint8Array;
  readonly pool: Uint8Array;
  readonly sol: Uint8Array;
  readonly fee: Uint8Array;
  readonly protocolFee: Uint8Array;
};

/** The keys a deployment names and those that follow from them, 32 bytes each. */
export type DeploymentKeys = {
  readonly voteAccount: Uint8Array;
  readonly solMint: Uint8Array;
  readonly usdcMint: Uint8Array;
  readonly rasolMint: Uint8Array;
  readonly rausdcMint: Uint8Array;
  readonly usdcVault: () => VaultKeys;
  readonly usdcStrategies: () => readonly StrategyKeys[];
  readonly stakePool: {
    readonly program: Uint8Array;
    readonly address: Uint8Array;
    readonly withdrawAuthority: () => Uint8Array;
  };
  readonly reserve: () => ReserveKeys | undefined;
  readonly leveragedVault: () => VaultKeys;
  readonly leveraged: () => LeveragedKeys;
};

/** A strategy of a vault, and what its adaptor is called with. */
export type StrategyKeys = {
  readonly program: Uint8Array;
  readonly strategy: Uint8Array;
  readonly receipt: Uint8Array;
  readonly strategyReceipt: Uint8Array;
  readonly directReceipt: Uint8Array;
  readonly authority: Uint8Array;
  readonly asset: Uint8Array;
  readonly accounts: readonly (AccountFormat & { readonly key: Uint8Array | WalletAccount })[];
  readonly arguments: Uint8Array | undefined;
};

/** What exits of leveraged staking through a flash loan stand on. */
export type LeveragedKeys = {
  readonly vault: VaultKeys;
  readonly adaptor: StrategyKeys;
  readonly lending: {
    readonly program: Uint8Array;
    readonly group: Uint8Array;
    readonly bank: Uint8Array;
    readonly liquidityVault: Uint8Array;
    readonly liquidityVaultAuthority: Uint8Array;
    readonly accountIndex: number;
    readonly thirdPartyId: number;
  };
  /** Program, market, its raSOL and its SOL. Without one, the SOL of a loan is bought through the router. */
  readonly market: () => readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
};

/** An account of an adaptor that is the redeeming wallet's: it, its wrapped SOL, its account of the vault's asset. */
export type WalletAccount = 'wallet' | 'walletSol' | 'walletRasol' | 'walletUsdc';

const WALLET_ACCOUNTS: readonly string[] = ['wallet', 'walletSol', 'walletRasol', 'walletUsdc'];

const known = new WeakMap<VerifyDeployment, DeploymentKeys>();

/**
 * Reads the keys of a deployment, once.
 *
 * @throws {TypeError} for a deployment with text that is no address.
 */
export function deploymentKeys(deployment: VerifyDeployment): DeploymentKeys {
  const found = known.get(deployment) ?? readKeys(deployment);
  known.set(deployment, found);
  return found;
}

function readKeys(deployment: VerifyDeployment): DeploymentKeys {
  const { stakePool } = deployment;
  const leveraged: Partial<VerifyLeveragedDeployment> = deployment.leveraged ?? {};
  const program = requireKey(stakePool.program);
  const address = requireKey(stakePool.address);
  const usdcVault = once(() => vaultKeys(deployment.usdcVault, deployment.usdcMint, deployment.rausdcMint));
  const leveragedVault = once(() =>
    vaultKeys(requirePart(leveraged.vault), deployment.rasolMint, deployment.rasolMaxMint),
  );
  return {
    voteAccount: requireKey(deployment.voteAccount),
    solMint: requireKey(deployment.solMint),
    usdcMint: requireKey(deployment.usdcMint),
    rasolMint: requireKey(deployment.rasolMint),
    rausdcMint: requireKey(deployment.rausdcMint),
    usdcVault,
    usdcStrategies: once(() =>
      (deployment.usdcStrategies?.adaptors ?? []).map((adaptor) => strategyKeys(usdcVault(), adaptor)),
    ),
    stakePool: {
      program,
      address,
      withdrawAuthority: once(() => findProgramAddress([address, ascii('withdraw')], program)),
    },
    reserve: once(() => deployment.reserve && reserveKeys(deployment.reserve)),
    leveragedVault,
    leveraged: once(() => leveragedKeys(leveragedVault(), leveraged)),
  };
}

/** @throws {Refusal} rule `account` when the deployment names another LP mint than the vault's. */
function vaultKeys(vaultText: string, asset: string, lp: string): VaultKeys {
  const vault = requireKey(vaultText);
  const assetMint = requireKey(asset);
  const derive = (name: string) => findProgramAddress([ascii(name), vault], VAULT_PROGRAM);
  const lpMint = derive('vault_lp_mint');
  if (!isSame(lpMint, requireKey(lp))) {
    throw new Refusal('account', `${lp} is not the LP mint of the vault ${vaultText}.`, { account: lp });
  }
  const idleAuthority = derive('vault_asset_idle_auth');
  return {
    vault,
    protocol: findProgramAddress([ascii('protocol')], VAULT_PROGRAM),
    assetMint,
    lpMint,
    lpMintAuthority: derive('vault_lp_mint_auth'),
    idle: findAssociatedTokenAddress(idleAuthority, assetMint),
    idleAuthority,
  };
}

function reserveKeys(reserve: { readonly program: string; readonly address: string }): ReserveKeys {
  const [program, pool] = [requireKey(reserve.program), requireKey(reserve.address)];
  const derive = (...seeds: readonly Uint8Array[]) => findProgramAddress(seeds, program);
  return {
    program,
    pool,
    sol: derive(pool),
    fee: derive(pool, ascii('fee')),
    protocolFee: derive(ascii('protocol-fee')),
  };
}

function leveragedKeys(vault: VaultKeys, parts: Partial<VerifyLeveragedDeployment>): LeveragedKeys {
  const lending = requirePart(parts.lending);
  const bank = requireKey(lending.bank);
  const lender = requireKey(lending.program);
  return {
    vault,
    adaptor: strategyKeys(vault, requirePart(parts.adaptor)),
    lending: {
      program: lender,
      group: requireKey(lending.group),
      bank,
      liquidityVault: findProgramAddress([ascii('liquidity_vault'), bank], lender),
      liquidityVaultAuthority: findProgramAddress([ascii('liquidity_vault_auth'), bank], lender),
      accountIndex: lending.accountIndex,
      thirdPartyId: lending.thirdPartyId,
    },
    market: once(() => {
      const { program, address, rasolVault, solVault } = requirePart(parts.market);
      return [requireKey(program), requireKey(address), requireKey(rasolVault), requireKey(solVault)];
    }),
  };
}

/** @throws {Refusal} rule `shape` where the deployment lacks it. */
function requirePart<T>(part: T | undefined): T {
  if (part) return part;
  throw new Refusal('shape', 'Leveraged staking is not in the deployment.');
}

function strategyKeys(vault: VaultKeys, adaptor: VerifyAdaptor): StrategyKeys {
  const program = requireKey(adaptor.program);
  const strategy = requireKey(adaptor.strategy);
  const derive = (name: string, of: Uint8Array) =>
    findProgramAddress([ascii(name), vault.vault, of], VAULT_PROGRAM);
  const authority = derive('vault_strategy_auth', strategy);
  return {
    program,
    strategy,
    receipt: derive('adaptor_add_receipt', program),
    strategyReceipt: derive('strategy_init_receipt', strategy),
    directReceipt: derive('direct_withdraw_init_receipt', strategy),
    authority,
    asset: findAssociatedTokenAddress(authority, vault.assetMint),
    accounts: adaptor.accounts.map(({ account, isWritable, isSigner }) => ({
      key: isWalletAccount(account) ? account : requireKey(account),
      role: 'account of the adaptor',
      isWritable,
      isSigner,
    })),
    arguments: adaptor.arguments,
  };
}

function isWalletAccount(account: string): account is WalletAccount {
  return WALLET_ACCOUNTS.includes(account);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Derives the account of the wallet's withdrawal request at the USDC vault, and its escrow account. */
export function findRequestAccounts(
  { wallet }: { readonly wallet: Uint8Array },
  { usdcVault, rausdcMint }: DeploymentKeys,
) {
  const receipt = findProgramAddress(
    [ascii('request_withdraw_vault_receipt'), usdcVault().vault, wallet],
    VAULT_PROGRAM,
  );
  const escrow = findAssociatedTokenAddress(receipt, rausdcMint);
  return { receipt, escrow };
}
