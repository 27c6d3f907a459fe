import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { isWritableAt, readTransaction } from '../src/bytes/message.ts';
import { encodeBase58 } from '../src/bytes/text.ts';
import { parseDeployment, type VerifyDeployment } from '../src/deployment.ts';
import type { BuildOperation, InnerInstruction, LedgerAccount, VerifyRequest } from '../src/verification.ts';
import { decodeKey, type ReadSubject } from './edit-evidence.ts';
import { compile, type PlainInstruction } from './edit-transaction.ts';

const { leveraged: _, ...shared } = parseDeployment(deploymentFile);
export const DEPLOYMENT: VerifyDeployment = shared;
export const SOL = 1_000_000_000n;
export const EPOCH = 900n;
export const STAKE_RENT = 1_666_240n;
export const TOKEN_RENT = 1_488_440n;
const BLOCKHASH = 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W';

/** An account before and after; one state stands for both. */
export type States = Readonly<
  Record<string, LedgerAccount | readonly [LedgerAccount | undefined, LedgerAccount | undefined]>
>;

/** Something that a program invokes without the wallet. */
const FOREIGN: InnerInstruction = { program: DEPLOYMENT.voteAccount, accounts: [], data: new Uint8Array() };

/** What the real programs leave, where the sandbox has no such program: states as they were seen on their binaries. */
export function composeSubject(
  { operation, request }: { readonly operation: BuildOperation; readonly request: VerifyRequest },
  instructions: readonly PlainInstruction[],
  states: States,
  options: {
    readonly inner?: readonly InnerInstruction[];
    readonly deployment?: Partial<VerifyDeployment>;
    readonly unixTimestamp?: bigint;
  } = {},
): ReadSubject {
  const text = compile(request.wallet, instructions, BLOCKHASH);
  const transaction = readTransaction(text);
  const accounts = transaction.message.keys;
  const foreign: LedgerAccount = { lamports: 1n, owner: request.wallet, data: new Uint8Array() };
  const getState = (at: string, i: 0 | 1) => {
    const known = states[at];
    if (known === undefined) return at in states ? undefined : foreign;
    return 'data' in known ? known : known[i];
  };
  const addresses = [...new Set([...accounts.map(encodeBase58), ...Object.keys(states)])];
  const writable = accounts.filter((_, i) => isWritableAt(transaction.message, i)).map(encodeBase58);
  return {
    operation,
    request,
    wallet: decodeKey(request.wallet),
    answer: { transaction: text },
    deployment: { ...DEPLOYMENT, ...options.deployment },
    limits: { instantExitLossBps: 300 },
    transaction,
    accounts,
    evidence: {
      slot: 1n,
      epoch: EPOCH,
      unixTimestamp: options.unixTimestamp ?? 0n,
      before: new Map(addresses.map((at) => [at, getState(at, 0)])),
      after: new Map(writable.map((at) => [at, getState(at, 1)])),
      innerInstructions: new Map(
        instructions.map((_, i) => [i, i === 0 && options.inner ? options.inner : [FOREIGN]]),
      ),
      lookupTables: new Map(),
      rentExemption: (size) => (size === 200 ? STAKE_RENT : TOKEN_RENT),
      signatureFee: 5_000n,
    },
  };
}

/** The account of a stake pool: rate 1.08, updated in this epoch, no fees. */
export function poolAccount(program: string, list: string): LedgerAccount {
  const data = new Uint8Array(611);
  data[0] = 1;
  data.set(decodeKey(list), 98);
  const view = new DataView(data.buffer);
  view.setBigUint64(258, 108_000_000_000_000n, true);
  view.setBigUint64(266, 100_000_000_000_000n, true);
  view.setBigUint64(274, EPOCH, true);
  return { lamports: 5_000_000n, owner: program, data };
}

/** A validator list of one. */
export function listAccount(program: string, voteAccount: string): LedgerAccount {
  const data = new Uint8Array(9 + 73);
  data.set(decodeKey(voteAccount), 50);
  return { lamports: 5_000_000n, owner: program, data };
}
