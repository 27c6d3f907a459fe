import { createHash } from 'node:crypto';
import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  type Blockhash,
  createNoopSigner,
  getAddressDecoder,
  getAddressEncoder,
  type Instruction,
} from '@solana/kit';
import { bracketFlashLoan, getMarginfiAccountInitializePdaInstruction } from '../lending/index.ts';
import { getSwapExactOutInstruction } from '../market/index.ts';
import { compileMessage, compileMessageWithTables, getComputeBudgetInstructions } from '../message/index.ts';
import { getDepositSolWithSlippageInstruction } from '../stake-pool/index.ts';
import {
  getCreateTokenAccountInstruction,
  getRequireBalanceInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '../token/index.ts';
import { getDepositVaultInstruction, getInstantWithdrawStrategyInstruction } from '../vault/index.ts';
import type { LeveragedDeposit, LeveragedRedemption } from './index.ts';

const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;
const BUDGET = { computeUnitLimit: 800_000, computeUnitPrice: 1_000n };

/** An address of its own for every name. */
export function key(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(name).digest());
}

function bytesOf(address: Address): Uint8Array {
  return new Uint8Array(getAddressEncoder().encode(address));
}

const WALLET = key('wallet');
const signer = createNoopSigner(WALLET);

const vault = keysOf([
  'program',
  'protocol',
  'vault',
  'assetMint',
  'lpMint',
  'lpMintAuthority',
  'idle',
  'idleAuthority',
  'userAsset',
  'userLp',
]);
const pool = keysOf(['stakePool', 'withdrawAuthority', 'reserveStake', 'managerFeeAccount']);

function keysOf<N extends string>(names: readonly N[]): Record<N, Address> {
  return Object.fromEntries(names.map((name) => [name, key(name)])) as Record<N, Address>;
}

function toBytes<K extends string>(keys: Record<K, Address>): Record<K, Uint8Array> {
  return Object.fromEntries(
    Object.entries<Address>(keys).map(([name, address]) => [name, bytesOf(address)]),
  ) as Record<K, Uint8Array>;
}

/** What a deposit asks for, and the instructions that do it. */
export const depositIntent: LeveragedDeposit = {
  kind: 'leveraged-deposit',
  wallet: bytesOf(WALLET),
  pool: { program: bytesOf(key('pool program')), ...toBytes(pool) },
  vault: toBytes(vault),
  lamports: 2_000_000_001n,
  staged: 1_865_150_611n,
};
export const depositInstructions: readonly Instruction[] = [
  getCreateTokenAccountInstruction({ owner: WALLET, mint: vault.assetMint, account: vault.userAsset }),
  getCreateTokenAccountInstruction({ owner: WALLET, mint: vault.lpMint, account: vault.userLp }),
  getDepositSolWithSlippageInstruction(
    {
      ...pool,
      fundingAccount: signer,
      destinationTokenAccount: vault.userAsset,
      referrerTokenAccount: pool.managerFeeAccount,
      poolMint: vault.assetMint,
      lamports: depositIntent.lamports,
      minimumPoolTokens: depositIntent.staged,
    },
    { programAddress: key('pool program') },
  ),
  getDepositVaultInstruction(
    {
      userTransferAuthority: signer,
      protocol: vault.protocol,
      vault: vault.vault,
      vaultAssetMint: vault.assetMint,
      vaultLpMint: vault.lpMint,
      userAssetAta: vault.userAsset,
      vaultAssetIdleAta: vault.idle,
      vaultAssetIdleAuth: vault.idleAuthority,
      userLpAta: vault.userLp,
      vaultLpMintAuth: vault.lpMintAuthority,
      assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: depositIntent.staged,
    },
    { programAddress: vault.program },
  ),
];

const strategy = keysOf([
  'adaptor',
  'strategy',
  'adaptorReceipt',
  'strategyReceipt',
  'directReceipt',
  'authority',
  'asset',
]);
const lending = keysOf(['group', 'bank', 'liquidityVault', 'liquidityVaultAuthority', 'account']);
const market = keysOf(['market', 'assetVault', 'solVault']);
const TAIL = ['position', 'stakePool', 'collateral', 'debt liquidity', 'market authority'].map(key);
const TABLE = key('lookup table');
const SHARED = [
  ...Object.values(strategy),
  ...Object.values(lending).slice(0, 4),
  ...Object.values(market),
  ...TAIL,
  vault.protocol,
  vault.vault,
  vault.assetMint,
  vault.lpMint,
  TOKEN_PROGRAM_ADDRESS,
];
const TABLES: AddressesByLookupTableAddress = { [TABLE]: SHARED };

/** What a redemption asks for that opens all three accounts. */
export const redemptionIntent: LeveragedRedemption = {
  kind: 'leveraged-redemption',
  wallet: bytesOf(WALLET),
  vault: toBytes(vault),
  strategy: {
    ...toBytes(strategy),
    accounts: [...TAIL, WALLET, key('userSol'), vault.userAsset].map(bytesOf),
    arguments: Uint8Array.of(1, 2, 3),
  },
  lending: {
    program: bytesOf(key('lending program')),
    ...toBytes(lending),
    accountIndex: 0,
    thirdPartyId: 4_242,
  },
  market: { program: bytesOf(key('market program')), ...toBytes(market) },
  solMint: bytesOf(key('solMint')),
  userSol: bytesOf(key('userSol')),
  opens: { sol: true, asset: true, lending: true },
  lp: 1_000_000_007n,
  loan: 2_100_000_012n,
  bought: 2_100_000_013n,
  spentAtMost: 1_961_000_000n,
  ownSol: 7_000_000_003n,
  tables: [{ table: bytesOf(TABLE), addresses: SHARED.map(bytesOf) }],
};

/** The instructions that do it, those of the compute budget in front. */
export function redemptionInstructions(
  opens: LeveragedRedemption['opens'] = redemptionIntent.opens,
  ownSol: bigint = redemptionIntent.ownSol,
): readonly Instruction[] {
  const userSol = key('userSol');
  const open = (mint: Address, account: Address) =>
    getCreateTokenAccountInstruction({ owner: WALLET, mint, account });
  const initialize = getMarginfiAccountInitializePdaInstruction(
    {
      marginfiGroup: lending.group,
      marginfiAccount: lending.account,
      authority: signer,
      feePayer: signer,
      accountIndex: 0,
      thirdPartyId: 4_242,
    },
    { programAddress: key('lending program') },
  );
  return bracketFlashLoan(
    {
      ...lending,
      marginfiAccount: lending.account,
      bankLiquidityVaultAuthority: lending.liquidityVaultAuthority,
      authority: signer,
      tokenAccount: userSol,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: redemptionIntent.loan,
      before: [
        ...getComputeBudgetInstructions(BUDGET),
        ...(opens.sol ? [open(key('solMint'), userSol)] : []),
        ...(opens.asset ? [open(vault.assetMint, vault.userAsset)] : []),
        ...(opens.lending ? [initialize] : []),
      ],
      inside: [redeem(), buyBack(), ...keepOwnSol(ownSol)],
    },
    { programAddress: key('lending program') },
  );
}

function redeem(): Instruction {
  const instruction = getInstantWithdrawStrategyInstruction(
    {
      userTransferAuthority: signer,
      protocol: vault.protocol,
      vault: vault.vault,
      adaptorAddReceipt: strategy.adaptorReceipt,
      strategyInitReceipt: strategy.strategyReceipt,
      directWithdrawInitReceipt: strategy.directReceipt,
      strategy: strategy.strategy,
      vaultAssetMint: vault.assetMint,
      vaultLpMint: vault.lpMint,
      userLpAta: vault.userLp,
      vaultStrategyAuth: strategy.authority,
      userAssetAta: vault.userAsset,
      vaultStrategyAssetAta: strategy.asset,
      adaptorProgram: strategy.adaptor,
      assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: redemptionIntent.lp,
      isAmountInLp: true,
      isWithdrawAll: false,
      userArgs: Uint8Array.of(1, 2, 3),
    },
    { programAddress: vault.program },
  );
  const further = redemptionIntent.strategy.accounts.map((account) => ({
    address: getAddressDecoder().decode(account),
    role: AccountRole.WRITABLE,
  }));
  return { ...instruction, accounts: [...instruction.accounts, ...further] };
}

function keepOwnSol(ownSol: bigint): Instruction[] {
  if (ownSol === 0n) return [];
  const amount = ownSol + redemptionIntent.bought;
  return [getRequireBalanceInstruction({ account: key('userSol'), owner: WALLET, amount })];
}

function buyBack(): Instruction {
  return getSwapExactOutInstruction(
    {
      market: market.market,
      owner: WALLET,
      source: vault.userAsset,
      destination: key('userSol'),
      vaultIn: market.assetVault,
      vaultOut: market.solVault,
      amountOut: redemptionIntent.bought,
      maximumAmountIn: redemptionIntent.spentAtMost,
    },
    { programAddress: key('market program') },
  );
}

/** Compiles in the legacy format, a compute budget in front. */
export function legacyMessage(instructions: readonly Instruction[]): Uint8Array {
  return compileMessage({ feePayer: WALLET, blockhash: BLOCKHASH, budget: BUDGET, instructions });
}

/** Compiles in version 0 with the lookup table. */
export function tableMessage(
  instructions: readonly Instruction[],
  tables: AddressesByLookupTableAddress = TABLES,
): Uint8Array {
  return compileMessageWithTables({ feePayer: WALLET, blockhash: BLOCKHASH, instructions }, tables);
}
