import { findAssociatedTokenAddress, findProgramAddress, VAULT_PROGRAM } from './bytes/address.ts';
import { ascii, isSame, requireKey } from './bytes/text.ts';
import { Refusal } from './verification.ts';

/** A program and one account of it, base58. */
type Addressed = { readonly program: string; readonly address: string };

/** The addresses a verification stands on, base58; a deployment file has them all. */
export type VerifyDeployment = {
  readonly voteAccount: string;
  readonly solMint: string;
  readonly usdcMint: string;
  readonly rasolMint: string;
  readonly rasolMaxMint: string;
  readonly rausdcMint: string;
  readonly usdcVault: string;
  /** Strategies of the USDC vault; exits of our own may be paid from these. */
  readonly usdcStrategies?: { readonly adaptors: readonly VerifyAdaptor[] };
  /** The pool whose token is raSOL; the price of raSOL is read there. */
  readonly stakePool: Addressed;
  /** The pool of the router's Reserve that may pay for stake accounts; without it, none may. */
  readonly reserve?: Addressed;
  /** Programs beyond the ledger's own that a transaction of the router may invoke. */
  readonly routerPrograms: readonly string[];
  /** Accounts that take tips, by landing service. */
  readonly tipAccounts?: { readonly [service: string]: readonly string[] };
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
  /** Set where further accounts follow that the ledger names at the time of the build. */
  readonly picks?: string;
};

/**
 * Addresses of leveraged staking; exits through a flash loan need all of them, but may buy through the router instead of the
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
  readonly market?: Addressed & { readonly rasolVault: string; readonly solVault: string };
  readonly lookupTables?: readonly string[];
  /** Told of in facts, and no part of any proof. */
  readonly loan?: Readonly<Record<'obligation' | 'collateralReserve' | 'debtReserve', string>>;
};

/** An account of an adaptor that is the redeeming wallet's: it, its wrapped SOL, its account of the vault's asset. */
export type WalletAccount = (typeof WALLET_ACCOUNTS)[number];
const WALLET_ACCOUNTS = ['wallet', 'walletSol', 'walletRasol', 'walletUsdc'] as const;

/** The keys that a deployment names and those that follow from them, 32 bytes each. */
export type DeploymentKeys = ReturnType<typeof readKeys>;

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

function readKeys(deployment: VerifyDeployment) {
  const { program, address } = addressed(deployment.stakePool);
  const leveraged: Partial<VerifyLeveragedDeployment> = deployment.leveraged ?? {};
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

function addressed({ program, address }: Addressed) {
  return { program: requireKey(program), address: requireKey(address) };
}

/** Keys of a vault that all wallets share. */
export type VaultKeys = ReturnType<typeof vaultKeys>;

/** @throws {Refusal} rule `account` when the deployment names another LP mint than the vault's. */
function vaultKeys(vaultText: string, asset: string, lp: string) {
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

/** The router's Reserve: what holds its SOL has the authority over the stake accounts that it takes. */
export type ReserveKeys = ReturnType<typeof reserveKeys>;

function reserveKeys(reserve: Addressed) {
  const { program, address: pool } = addressed(reserve);
  const derive = (...seeds: readonly Uint8Array[]) => findProgramAddress(seeds, program);
  return {
    program,
    pool,
    sol: derive(pool),
    fee: derive(pool, ascii('fee')),
    protocolFee: derive(ascii('protocol-fee')),
  };
}

/** Keys of exits of leveraged staking through a flash loan. */
export type LeveragedKeys = ReturnType<typeof leveragedKeys>;

function leveragedKeys(vault: VaultKeys, parts: Partial<VerifyLeveragedDeployment>) {
  const lending = requirePart(parts.lending);
  const bank = requireKey(lending.bank);
  const program = requireKey(lending.program);
  return {
    vault,
    adaptor: strategyKeys(vault, requirePart(parts.adaptor)),
    lending: {
      ...lending,
      program,
      group: requireKey(lending.group),
      bank,
      liquidityVault: findProgramAddress([ascii('liquidity_vault'), bank], program),
      liquidityVaultAuthority: findProgramAddress([ascii('liquidity_vault_auth'), bank], program),
    },
    /** Without one, the SOL of a loan is bought through the router. */
    market: once(() => {
      const { rasolVault, solVault, ...market } = requirePart(parts.market);
      return { ...addressed(market), rasolVault: requireKey(rasolVault), solVault: requireKey(solVault) };
    }),
  };
}

/** @throws {Refusal} rule `shape` where the deployment lacks it. */
function requirePart<T>(part: T | undefined): T {
  if (part) return part;
  throw new Refusal('shape', 'Leveraged staking is not in the deployment.');
}

/** A strategy of a vault, and what its adaptor is called with. */
export type StrategyKeys = ReturnType<typeof strategyKeys>;

function strategyKeys({ vault, assetMint }: VaultKeys, adaptor: VerifyAdaptor) {
  const program = requireKey(adaptor.program);
  const strategy = requireKey(adaptor.strategy);
  const derive = (name: string, of: Uint8Array) =>
    findProgramAddress([ascii(name), vault, of], VAULT_PROGRAM);
  const authority = derive('vault_strategy_auth', strategy);
  const accounts = adaptor.accounts.map(({ account, isWritable, isSigner }) => ({
    key: isWalletAccount(account) ? account : requireKey(account),
    role: 'account of the adaptor',
    isWritable,
    isSigner,
  }));
  return {
    program,
    strategy,
    receipt: derive('adaptor_add_receipt', program),
    strategyReceipt: derive('strategy_init_receipt', strategy),
    directReceipt: derive('direct_withdraw_init_receipt', strategy),
    authority,
    asset: findAssociatedTokenAddress(authority, assetMint),
    accounts,
    /** Lists the keys of these accounts, those of the wallet by their names. */
    accountsOf: (own: (name: WalletAccount) => Uint8Array) =>
      accounts.map(({ key }) => (typeof key === 'string' ? own(key) : key)),
    arguments: adaptor.arguments,
    picks: adaptor.picks !== undefined,
  };
}

function isWalletAccount(account: string): account is WalletAccount {
  return WALLET_ACCOUNTS.some((each) => each === account);
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
  const seeds = [ascii('request_withdraw_vault_receipt'), usdcVault().vault, wallet];
  const receipt = findProgramAddress(seeds, VAULT_PROGRAM);
  return { receipt, escrow: findAssociatedTokenAddress(receipt, rausdcMint) };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the deployment file of an operator, parsed from JSON, into addresses to verify against. Get the file from a source
 * that you trust, not from the server.
 *
 * @throws {TypeError} where an adaptor is not as in such a file. The verification refuses text that is not an address.
 */
export function parseDeployment(file: unknown): VerifyDeployment {
  const { usdcStrategies, leveraged, ...rest } = toFields(file);
  const deployment = {
    ...rest,
    ...(usdcStrategies !== undefined && {
      usdcStrategies: { adaptors: toList(toFields(usdcStrategies)['adaptors']).map(parseAdaptor) },
    }),
    ...(leveraged !== undefined && { leveraged: parseLeveraged(toFields(leveraged)) }),
  };
  // Every member is text that the proof decodes before it believes it.
  return deployment as unknown as VerifyDeployment;
}

function parseLeveraged({ adaptor, ...rest }: Fields): object {
  return { ...rest, ...(adaptor !== undefined && { adaptor: parseAdaptor(adaptor) }) };
}

function parseAdaptor(value: unknown): object {
  const { accounts, arguments: bytes, ...rest } = toFields(value);
  return {
    ...rest,
    accounts: toList(accounts).map((each) => {
      const { account, writable = false, signer = false } = toFields(each);
      return { account, isWritable: writable === true, isSigner: signer === true };
    }),
    ...(bytes !== undefined && { arguments: fromHex(String(bytes)) }),
  };
}

function fromHex(text: string): Uint8Array {
  const bytes = text.match(/[0-9a-f]{2}/g) ?? [];
  if (bytes.join('') !== text) throw new TypeError('arguments must be lowercase hexadecimal bytes.');
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16));
}

function toFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('A deployment is an object.');
  return { ...value };
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('Adaptors and their accounts are lists.');
  return value;
}
