import type { Address, Blockhash, Instruction } from '@solana/kit';
import { getRequireBalanceInstruction, TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import {
  type ComputeBudget,
  compileMessage,
  compileMessageWithTables,
  getComputeBudgetInstructions,
} from '@staking-agent/chain/message';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';
import { decodeKey } from '../bytes/text.ts';
import { type BuildOperation, type Verification, type VerifyRequest, verify } from '../index.ts';
import type { Evidence, LedgerAccount } from '../verification.ts';

import { DEPLOYMENT, LEVERAGED, MANAGER_FEE, RESERVE, TABLE, TABLES, WALLET } from './keys.world.ts';

const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;
/** The compute budget of every build. */
export const BUDGET: ComputeBudget = { computeUnitLimit: 800_000, computeUnitPrice: 1_000n };

/** A build of ours: what was asked, what is answered, and the instructions after the compute budget. */
export type Build = {
  readonly operation: BuildOperation;
  readonly request: VerifyRequest;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly evidence?: Partial<Evidence>;
  readonly instructions: readonly Instruction[];
  /** Version 0 with the lookup table. */
  readonly hasTable?: boolean;
};

/** Compiles instructions behind a compute budget. */
export function createMessage(
  { hasTable }: Pick<Build, 'hasTable'>,
  instructions: readonly Instruction[],
  { budget = BUDGET, feePayer = WALLET } = {},
): Uint8Array {
  if (!hasTable) return compileMessage({ feePayer, blockhash: BLOCKHASH, budget, instructions });
  const all = [...getComputeBudgetInstructions(budget, feePayer), ...instructions];
  return compileMessageWithTables({ feePayer, blockhash: BLOCKHASH, instructions: all }, TABLES);
}

/** Puts empty signatures before a message. */
export function createTransaction(message: Uint8Array): string {
  const count = (message[0] === 0x80 ? message[1] : message[0]) ?? 0;
  return Buffer.concat([Uint8Array.of(count), Buffer.alloc(64 * count), message]).toString('base64');
}

/** Verifies a build with these instructions, or this message, in the place of its own. */
export function verifyBuild(
  build: Build,
  message: Uint8Array = createMessage(build, build.instructions),
): Verification {
  const { operation, request, answer, evidence } = build;
  return verify(
    operation,
    request,
    { ...answer, transaction: createTransaction(message) },
    DEPLOYMENT,
    evidence,
  );
}

/** A balance requirement at the end. */
export const requires = (account: Address, amount: bigint): Instruction =>
  getRequireBalanceInstruction({ account, owner: WALLET, amount });

/** A token account of the wallet as the ledger shows it. */
export function holding(mint: Address, amount: bigint): LedgerAccount {
  const data = new Uint8Array(165);
  data.set(decodeKey(mint) as Uint8Array);
  data.set(decodeKey(WALLET) as Uint8Array, 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  data[108] = 1;
  return { lamports: 1_488_440n, owner: TOKEN_PROGRAM_ADDRESS, data };
}

// 1 raSOL is worth 1.05 SOL.
function stakePool(): LedgerAccount {
  const data = new Uint8Array(611);
  data[0] = 1;
  for (const [at, key] of [
    [130, RESERVE],
    [162, DEPLOYMENT.rasolMint],
    [194, MANAGER_FEE],
  ] as const) {
    data.set(decodeKey(key) as Uint8Array, at);
  }
  const view = new DataView(data.buffer);
  view.setBigUint64(258, 105_000_000_000_000n, true);
  view.setBigUint64(266, 100_000_000_000_000n, true);
  return { lamports: 5_143_440n, owner: DEPLOYMENT.stakePool.program, data };
}

type Seen = readonly (readonly [Address, LedgerAccount])[];
type VaultTotals = { readonly value: bigint; readonly lp: bigint };

/** A vault without fees or locked profit and the mint of its LP; amounts in base units. */
const vaultAt = (vault: Address, lpMint: Address, { value, lp }: VaultTotals): Seen => {
  const data = new Uint8Array(928);
  data.set(Buffer.from('d308e82b02987577', 'hex'));
  new DataView(data.buffer).setBigUint64(168, value, true);
  const mint = new Uint8Array(82);
  new DataView(mint.buffer).setBigUint64(36, lp, true);
  return [
    [vault, { lamports: 7_349_760n, owner: VOLTR_VAULT_PROGRAM_ADDRESS, data }],
    [lpMint, { lamports: 1_066_800n, owner: TOKEN_PROGRAM_ADDRESS, data: mint }],
  ];
};
export const vaultSeen = (totals: VaultTotals): Seen =>
  vaultAt(DEPLOYMENT.usdcVault, DEPLOYMENT.rausdcMint, totals);
export const leveragedVaultSeen = (totals: VaultTotals): Seen =>
  vaultAt(LEVERAGED.vault, DEPLOYMENT.rasolMaxMint, totals);

/** The position of the leveraged vault: raSOL base units over lamports of debt. */
export function position(collateral: bigint, debt: bigint): LedgerAccount {
  const data = new Uint8Array(81);
  data[0] = 0x4c;
  const view = new DataView(data.buffer);
  view.setBigUint64(65, collateral, true);
  view.setBigUint64(73, debt, true);
  return { lamports: 1_061_720n, owner: LEVERAGED.adaptor.program, data };
}

/** What was seen of the ledger: the pool, and these accounts of the wallet. */
export function seen(
  accounts: readonly (readonly [Address, LedgerAccount | undefined])[] = [],
): Partial<Evidence> & Pick<Evidence, 'before'> {
  return {
    before: new Map<string, LedgerAccount | undefined>([
      [DEPLOYMENT.stakePool.address, stakePool()],
      ...accounts,
    ]),
    lookupTables: new Map([[TABLE, TABLES[TABLE] as string[]]]),
    rentExemption: (size) => BigInt(size + 128) * 5_080n,
    signatureFee: 5_000n,
  };
}
