import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { encodeBase58, readMessage, readTransaction, type VerifyDeployment } from '@staking-agent/verify';
import { type ExplainedInstruction, explainTransaction } from '@staking-agent/verify/explain';
import { JsonRpcError } from '../problems/faults.ts';
import { insufficientFunds, type ProblemError, problem, type Shortfall } from '../problems/problem.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import { type LedgerClient, RENT, readAccounts, readRent } from '../upstreams/ledger/client.ts';
import { codeOfFailure, readFailure, readShortTransfer, refuseFailure } from './failures.ts';
import { printUnsigned } from './message.ts';

/** A transaction whose simulation succeeds. */
export type Simulated = {
  /** Compute units it used; undefined where the node does not say. */
  readonly unitsConsumed: number | undefined;
  /** Bytes of the accounts it loaded, programs among them; undefined where the node does not say. */
  readonly loadedDataSize: number | undefined;
};

/** A transaction that failed, in a simulation or on the ledger. */
export type SimulationFailure = {
  readonly fault: TransactionFault;
  readonly logs: readonly string[] | null;
  /** Lamports, where the node of a simulation says them. */
  readonly fee?: bigint;
};

export type SimulationPorts = {
  readonly ledger: LedgerClient;
  readonly clock: Clock;
  readonly config: { readonly deployment: Deployment };
};

const ROUNDS = 5;
const PAUSE_MILLISECONDS = 200;
const SLOT_NOT_REACHED = -32_016;
const UNKNOWN_INSTRUCTION = 'InstructionFallbackNotFound';

/** Says why the ledger would refuse a transaction. */
export type ExplainRefusal = (failure: SimulationFailure) => ProblemError | Promise<ProblemError>;

/**
 * Simulates a message of ours, which only the wallet signs, on a state no older than that of the build.
 *
 * @param since - slot that the accounts it was built on were read at.
 * @param explain - by default in the program's own name of the error.
 * @returns what it uses.
 * @throws {ProblemError} where it would fail: for want of lamports, else as `explain` says.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when no node simulates.
 */
export async function simulateOwn(
  message: Uint8Array,
  since: bigint,
  ports: SimulationPorts,
  explain: ExplainRefusal = (failure) => explainOwn(failure, message),
): Promise<Simulated> {
  const transaction = printUnsigned(message);
  const { err, logs, fee, unitsConsumed, loadedAccountsDataSize } = await read(transaction, since, ports);
  if (err !== null) {
    const failure = { fault: err, logs, ...(fee != null && { fee: BigInt(fee) }) };
    const shortfall = await findLamportShortfall(transaction, failure, ports);
    throw shortfall === undefined ? await explain(failure) : insufficientFunds(shortfall);
  }
  return {
    unitsConsumed: unitsConsumed == null ? undefined : Number(unitsConsumed),
    loadedDataSize: loadedAccountsDataSize == null ? undefined : Number(loadedAccountsDataSize),
  };
}

/** Says it by the code that the program's error has. */
function explainOwn({ fault, logs }: SimulationFailure, message: Uint8Array): ProblemError {
  const failure = readFailure(fault, logs, readMessage(message));
  const { program, known } = failure;
  if (known?.name === UNKNOWN_INSTRUCTION) {
    return problem('PROGRAM_CHANGED', { program: known.program, address: program ?? '', name: known.name });
  }
  if (known !== undefined && codeOfFailure(failure) === 'VAULT_REFUSED')
    return problem('VAULT_REFUSED', known);
  return refuseFailure(failure, 'Build again; if it goes on, report it to the operator.');
}

async function read(
  transaction: string,
  since: bigint,
  { ledger, clock }: SimulationPorts,
): Promise<LedgerAnswer<'simulateTransaction'>['value']> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    // With the node's own blockhash: a node that does not know ours yet would refuse the transaction.
    replaceRecentBlockhash: true,
    ...(since > 0n && { minContextSlot: Number(since) }),
  };
  for (let round = 1; ; round += 1) {
    try {
      return (await ledger.read('simulateTransaction', [transaction, options])).value;
    } catch (error) {
      // This backend is behind the slot that another one has shown; it may have caught up a moment later.
      const isBehind = error instanceof JsonRpcError && error.code === SLOT_NOT_REACHED;
      if (!isBehind || round === ROUNDS) throw error;
      await sleep(clock, PAUSE_MILLISECONDS);
    }
  }
}

/** Faults that tell of an account that pays for the transaction and cannot. */
const OF_PAYER: ReadonlySet<unknown> = new Set(['AccountNotFound', 'InsufficientFundsForFee']);

/**
 * Checks whether a transaction failed because its wallet has too few lamports for its transfers, the rent of new accounts
 * and the fee. Two reads of the ledger, made only where the failure can mean that.
 *
 * @param transaction - base64 or bytes, signed or not.
 * @returns what the wallet holds, and what the whole transaction needs; undefined when it holds enough.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findLamportShortfall(
  transaction: string | Uint8Array,
  failed: SimulationFailure,
  ports: SimulationPorts,
): Promise<Shortfall | undefined> {
  const short = readShortTransfer(failed.logs);
  const leavesTooLittle = isRentOfPayer(failed.fault);
  if (short === undefined && !leavesTooLittle && !OF_PAYER.has(failed.fault)) return undefined;
  const { messageBytes, message } = readTransaction(transaction);
  const wallet = encodeBase58(message.keys[0] ?? new Uint8Array()) as Address;
  const { lamports, opened } = listOutlays(transaction, wallet, ports.config.deployment);
  const base64 = Buffer.from(messageBytes).toString('base64');
  const [read, { value }] = await Promise.all([
    readAccounts([wallet, RENT, ...opened.map(({ account }) => account)], ports),
    ports.ledger.read('getFeeForMessage', [base64, { commitment: 'confirmed' }]),
  ]);
  // A node that does not know the blockhash yet names none.
  const fee = value == null ? (failed.fee ?? 0n) : BigInt(value);
  const rentOf = readRent(read);
  const rents = opened.reduce((sum, { account, size }) => (read(account) ? sum : sum + rentOf(size)), 0n);
  const holds = read(wallet)?.lamports ?? 0n;
  const whole = lamports + rents + fee;
  const counted = leavesTooLittle && holds >= whole ? whole + rentOf(0) : whole;
  // Programs may take more by themselves. Of the wallet, which pays the fee first, the log says how much it is at least.
  const isOfWallet = short !== undefined && short.left <= holds - fee;
  const seen = isOfWallet ? holds - short.left + short.asked : 0n;
  const needs = counted > seen ? counted : seen;
  return holds < needs ? { holder: 'wallet', asset: 'SOL', holds, needs } : undefined;
}

// What is left of an account must be nothing or its rent; the first one pays.
function isRentOfPayer(fault: TransactionFault): boolean {
  const { InsufficientFundsForRent: rent }: { InsufficientFundsForRent?: unknown } = Object(fault);
  const { account_index: index }: { account_index?: unknown } = Object(rent);
  return Number(index) === 0;
}

/** Instructions that move lamports of their first account, or of the one in this role, as their data says. */
const PAYERS: Readonly<Record<string, string>> = {
  'System CreateAccount': 'payer',
  'System CreateAccountWithSeed': 'payer',
  'System Transfer': 'source',
  'Stake Pool DepositSol': 'funding wallet',
  'Stake Pool DepositSolWithSlippage': 'funding wallet',
};

const TOKEN_ACCOUNT_SIZE = 165;
const LENDING_ACCOUNT_SIZE = 2_312;
/** Instructions that open an account of a size that they do not name. */
const OPENED: Readonly<Record<string, { readonly role: string; readonly size: number }>> = {
  'Associated Token Create': { role: 'token account', size: TOKEN_ACCOUNT_SIZE },
  'Associated Token CreateIdempotent': { role: 'token account', size: TOKEN_ACCOUNT_SIZE },
  'Marginfi marginfi_account_initialize_pda': { role: 'lending account', size: LENDING_ACCOUNT_SIZE },
};

/**
 * Lists the lamports that top-level instructions take from the paying wallet, without those that programs take by inner
 * instructions, and the accounts whose rent is taken as well where they do not exist yet.
 */
function listOutlays(transaction: string | Uint8Array, wallet: Address, deployment: VerifyDeployment) {
  let lamports = 0n;
  const opened: { account: Address; size: number }[] = [];
  for (const instruction of explainTransaction(transaction, deployment, blankTables(transaction))) {
    const name = `${instruction.program.name} ${instruction.name}`;
    const payer = PAYERS[name];
    if (payer !== undefined && findAccount(instruction, payer) === wallet) {
      lamports += BigInt(instruction.data['lamports'] ?? 0);
    }
    const { role, size } = OPENED[name] ?? { role: '', size: 0 };
    const account = findAccount(instruction, role);
    if (account !== undefined) opened.push({ account, size });
  }
  return { lamports, opened };
}

function findAccount({ accounts }: ExplainedInstruction, role: string): Address | undefined {
  return accounts.find((each) => each.role === role)?.address as Address | undefined;
}

const TABLE_SIZE = 256;
const BLANK = Array.from({ length: TABLE_SIZE }, () => encodeBase58(new Uint8Array(32)));

// What tables hold is not looked up: accounts that a wallet opens or pays from are in none.
function blankTables(transaction: string | Uint8Array): ReadonlyMap<string, readonly string[]> {
  const { lookups } = readTransaction(transaction).message;
  return new Map(lookups.map(({ table }) => [encodeBase58(table), BLANK]));
}

/**
 * Checks whether a failing transaction lacks the token that it spends. One read of the ledger, made only after a failed
 * simulation.
 *
 * @returns undefined when the wallet holds enough, or SOL is what it spends.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findTokenShortfall(
  wallet: Address,
  { asset, amount }: { readonly asset: 'SOL' | 'raSOL' | 'raUSDC'; readonly amount: bigint },
  ports: SimulationPorts,
): Promise<Shortfall | undefined> {
  if (asset === 'SOL') return undefined;
  const { rasolMint, rausdcMint } = ports.config.deployment;
  const account = findAssociatedTokenAddress(wallet, asset === 'raSOL' ? rasolMint : rausdcMint);
  const read = await readAccounts([account], ports);
  const holds = decodeTokenAmount(read(account)?.data, wallet) ?? 0n;
  return holds < amount ? { holder: 'wallet', asset, holds, needs: amount } : undefined;
}
