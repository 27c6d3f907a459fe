import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { findAssociatedTokenAddress } from '../../src/token.ts';
import * as vaults from '../../src/vault/index.ts';
import { findFailedProgram } from '../failed-program.ts';
import { nameAddress, readData, readSupply, setData, setMint, setTokens } from '../ledger-accounts.ts';

/** The time, in Unix seconds, and the epoch of every world. */
export const NOW = 1_780_000_000n;
export const EPOCH = 900n;

/** All operations on, as the protocol account of mainnet has it. */
export const EVERYTHING_ON = 0x1fff;

/** What a transaction came to: undefined when it passed, else who refused it and with what. */
export type TransactionResult =
  | { readonly programAddress?: Address; readonly customCode?: number }
  | undefined;

/** What is particular about a vault; the rest is chosen for it. */
export type VaultSetup = {
  readonly vault?: Partial<vaults.VaultState>;
  readonly operationalState?: number;
  readonly assetDecimals?: number;
  /** Asset base units. */
  readonly idle?: bigint;
  readonly userAsset?: bigint;
  /** LP base units. */
  readonly userLp?: bigint;
};

/** A vault whose price does not divide, with every fee and a lock. */
export const VAULT: vaults.VaultState = {
  totalValue: 12_345_678_901n,
  lpMintSupply: 9_876_543_210_987n,
  deadWeight: 1_000n,
  managerFees: 12_345_678n,
  adminFees: 2_345_678n,
  protocolFees: 345_678n,
  managerManagementFee: 101,
  adminManagementFee: 53,
  protocolManagementFee: 29,
  managerPerformanceFee: 1_000,
  adminPerformanceFee: 500,
  protocolPerformanceFee: 100,
  issuanceFee: 7,
  redemptionFee: 11,
  lastManagementFeeUpdateTs: NOW - 86_413n,
  lastPerformanceFeeUpdateTs: NOW - 777_777n,
  lockedProfitDegradationDuration: 604_800n,
  lastUpdatedLockedProfit: 98_765_432n,
  lastReport: NOW - 123_457n,
  highWaterMark: 0n,
  maxCap: 2n ** 64n - 1n,
  startAtTs: 0n,
  withdrawalWaitingPeriod: 0n,
  disabledOperations: 0,
};

const USER = nameAddress('user');
const SIGNER = createNoopSigner(USER);
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;

/** Opens a VM that runs the program file. Signatures are not checked, so any address may sign. */
export async function openVaultLedger(programFile: string) {
  const svm = new LiteSVM()
    .withSigverify(false)
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withLogBytesLimit(undefined);
  svm.addProgramFromFile(vaults.VOLTR_VAULT_PROGRAM_ADDRESS, programFile);
  svm.setClock(new Clock(447_552_000n, 0n, EPOCH, EPOCH + 1n, NOW));
  setData(svm, SYSTEM_PROGRAM_ADDRESS, USER, 1_000_000_000_000n, new Uint8Array(0));
  const vault = nameAddress('vault');
  const assetMint = nameAddress('asset');
  const [protocol] = await vaults.findProtocolPda();
  const [vaultLpMint] = await vaults.findVaultLpMintPda({ vault });
  const [vaultLpMintAuth] = await vaults.findVaultLpMintAuthPda({ vault });
  const [vaultAssetIdleAuth] = await vaults.findVaultAssetIdleAuthPda({ vault });
  return {
    svm,
    accounts: {
      userTransferAuthority: SIGNER,
      protocol,
      vault,
      vaultAssetMint: assetMint,
      vaultLpMint,
      vaultLpMintAuth,
      vaultAssetIdleAuth,
      vaultAssetIdleAta: await vaults.findVaultIdleTokenAccount({ vault, assetMint }),
      userAssetAta: await findAssociatedTokenAddress(USER, assetMint),
      userLpAta: await findAssociatedTokenAddress(USER, vaultLpMint),
      assetTokenProgram: TOKEN_PROGRAM,
    },
    send: (...instructions: readonly Instruction[]): TransactionResult => send(svm, instructions),
  };
}

/** A VM with the program in it, and the addresses of its vault and its user. */
export type VaultLedger = Awaited<ReturnType<typeof openVaultLedger>>;

/** Writes a vault, its mints and everybody's tokens over whatever was there. */
export async function writeVault(
  { svm, accounts }: VaultLedger,
  setup: VaultSetup = {},
): Promise<vaults.VaultState> {
  const state = { ...VAULT, ...setup.vault };
  const { idle = state.totalValue, userAsset = 10n ** 12n, userLp = 10n ** 12n } = setup;
  const { vault, vaultAssetMint: asset, vaultLpMint, vaultLpMintAuth, vaultAssetIdleAuth } = accounts;
  const [protocolBump, idleBump, lpBump, lpAuthBump] = (
    await Promise.all([
      vaults.findProtocolPda(),
      vaults.findVaultAssetIdleAuthPda({ vault }),
      vaults.findVaultLpMintPda({ vault }),
      vaults.findVaultLpMintAuthPda({ vault }),
    ])
  ).map(([, bump]) => Number(bump)) as [number, number, number, number];

  setMint(svm, asset, nameAddress('issuer'), idle + userAsset);
  const mint = readData(svm, asset);
  mint[44] = setup.assetDecimals ?? 6;
  setData(svm, TOKEN_PROGRAM, asset, 10_000_000n, mint);
  setMint(svm, vaultLpMint, vaultLpMintAuth, state.lpMintSupply);
  setTokens(svm, accounts.vaultAssetIdleAta, { mint: asset, owner: vaultAssetIdleAuth, amount: idle });
  setTokens(svm, accounts.userAssetAta, { mint: asset, owner: USER, amount: userAsset });
  setTokens(svm, accounts.userLpAta, { mint: vaultLpMint, owner: USER, amount: userLp });

  const operationalState = setup.operationalState ?? EVERYTHING_ON;
  const admin = nameAddress('admin');
  const owner = vaults.VOLTR_VAULT_PROGRAM_ADDRESS;
  const protocol = { admin, operationalState, bump: protocolBump, pendingAdmin: SYSTEM_PROGRAM_ADDRESS };
  setData(
    svm,
    owner,
    accounts.protocol,
    100_000_000n,
    new Uint8Array(vaults.getProtocolEncoder().encode(protocol)),
  );
  const bumps = { idleAtaAuthBump: idleBump, mintBump: lpBump, mintAuthBump: lpAuthBump };
  setData(svm, owner, vault, 100_000_000n, encodeVault(state, accounts, bumps));
  return state;
}

/** Each case alone and with every other: the program must name the same one of two causes. */
export function inPairs<T extends VaultSetup>(cases: Readonly<Record<string, T>>): [string, T][] {
  const all = Object.entries(cases);
  return all.flatMap(([name, one], i) =>
    all
      .slice(i)
      .map(([other, two]): [string, T] => [
        name === other ? name : `${name}, and ${other}`,
        { ...one, ...two, vault: { ...one.vault, ...two.vault } },
      ]),
  );
}

/** The vault as the VM has it now. */
export function readVault({ svm, accounts }: VaultLedger): vaults.VaultState {
  const vault = vaults.getVaultDecoder().decode(readData(svm, accounts.vault));
  return vaults.getVaultState(vault, readSupply(svm, accounts.vaultLpMint));
}

function encodeVault(
  state: vaults.VaultState,
  accounts: VaultLedger['accounts'],
  bumps: { idleAtaAuthBump: number; mintBump: number; mintAuthBump: number },
): Uint8Array {
  const { idleAtaAuthBump, ...lpBumps } = bumps;
  const vault: vaults.VaultArgs = {
    name: new Uint8Array(32),
    description: new Uint8Array(64),
    asset: {
      mint: accounts.vaultAssetMint,
      idleAta: accounts.vaultAssetIdleAta,
      totalValue: state.totalValue,
      idleAtaAuthBump,
    },
    lp: { mint: accounts.vaultLpMint, ...lpBumps },
    pendingAdmin: SYSTEM_PROGRAM_ADDRESS,
    manager: nameAddress('manager'),
    admin: nameAddress('admin'),
    vaultConfiguration: state,
    feeConfiguration: state,
    feeUpdate: state,
    feeState: {
      accumulatedLpManagerFees: state.managerFees,
      accumulatedLpAdminFees: state.adminFees,
      accumulatedLpProtocolFees: state.protocolFees,
    },
    deadWeight: state.deadWeight,
    highWaterMark: { highestAssetPerLpDecimalBits: state.highWaterMark, lastUpdatedTs: 0n },
    lastUpdatedTs: 0n,
    version: 4,
    lockedProfitState: state,
  };
  return new Uint8Array(vaults.getVaultEncoder().encode(vault));
}

function send(svm: LiteSVM, instructions: readonly Instruction[]): TransactionResult {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(USER, m),
    (m) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const result = svm.sendTransaction(compileTransaction(message));
  if (!(result instanceof FailedTransactionMetadata)) return undefined;
  return findFailedProgram(result.meta().logs()) ?? {};
}
