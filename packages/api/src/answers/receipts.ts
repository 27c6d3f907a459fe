import { hash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { decodeStakeAccount } from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import { type Change, type Effects, encodeBase58, readTransaction } from '@staking-agent/verify';
import {
  type AvailableAt,
  type Explanation,
  INCLUDES,
  type Include,
  type Receipt,
  type ReceiptChange,
  type ReceiptCost,
  type ReceiptWarning,
  type StrategyKey,
} from '@staking-agent/wire';
import { type Finished, findOpenedStake, type Mints, type ToldBuild, toQuantity } from '../builds/build.ts';
import type { FinishedBuild } from '../builds/finish.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import { type EpochEndPorts, estimateCooldownEnd } from '../strategies/epoch-end.ts';
import type { DescribeUndo } from '../strategies/strategy.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import type { StakeTerms, ValidatorFacts } from '../upstreams/ledger/feeds.ts';
import { RENT, readRent } from '../upstreams/ledger/witnesses.ts';
import { describeUndo, listWarnings } from './receipt-notes.ts';

/** What is told about a build. */
export type Told = { readonly receipt?: Receipt; readonly explanation?: Explanation };

/** What builds are told about with. */
export type TellPorts = EpochEndPorts & {
  readonly ledger: LedgerClient;
  readonly signatureFee: Pick<Feed<bigint>, 'get'>;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'get' | 'peek'>;
  readonly validator: Pick<Feed<ValidatorFacts>, 'peek'>;
  readonly config: { readonly deployment: Mints };
  readonly strategies: Readonly<
    Record<StrategyKey, { readonly actions?: { readonly describeUndo: DescribeUndo } }>
  >;
};

/**
 * Adds the parts to the answer of a build that `include` names. A receipt costs one read of the ledger: the wallet's balances.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function describeBuild<Fields>(
  { answer, prove }: FinishedBuild<Fields>,
  include: ReadonlySet<Include>,
  ports: TellPorts,
): Promise<Fields & Finished & Told> {
  if (include.size === 0) return answer;
  const build = await prove();
  return {
    ...answer,
    ...(include.has('receipt') && { receipt: await makeReceipt(build, ports) }),
    ...(include.has('explanation') && { explanation: writeExplanation(build) }),
  };
}

async function makeReceipt(build: ToldBuild, ports: TellPorts): Promise<Receipt> {
  const { stakeTerms, config, validator, strategies } = ports;
  const cooling = findCooling(build);
  const read = await readAccounts([build.wallet, RENT, CLOCK_ADDRESS, ...cooling], ports);
  const walletRent = readRent(read(RENT))(0);
  const warnings = listWarnings(build, {
    holds: read(build.wallet)?.lamports ?? 0n,
    slot: read.slot,
    walletRent,
    signatureFee: await ports.signatureFee.get(),
    validator: validator.peek(),
  });
  const terms = stakeTerms.peek() ?? (await stakeTerms.get());
  // The feed may be minutes old, and of the epoch before.
  const running = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (running === undefined) throw new UpstreamFault('ledger', 'malformed');
  const { epoch } = running;
  const isNew = cooling.some((address) => isDelegatedIn(epoch, read(address)?.data));
  const { actions } = strategies[build.request.strategy as StrategyKey] ?? {};
  return writeReceipt(build, {
    mints: config.deployment,
    cooldownEnd: estimateCooldownEnd(running, terms.epoch === epoch ? terms : undefined, ports),
    // Stake that is deactivated in the epoch of its delegation is free at once.
    ...(isNew && { freeInEpoch: epoch }),
    warnings,
    describeStake: actions?.describeUndo,
  });
}

/** Returns the stake account whose cooldown a build, or a part of it, begins. */
function findCooling({ operation, request }: ToldBuild): Address[] {
  const { kind, stakeAccount, then } = request;
  const begins =
    operation === 'split' ? then !== undefined : operation === 'unstake' && kind === 'deactivate';
  return begins && stakeAccount ? [stakeAccount as Address] : [];
}

function isDelegatedIn(epoch: bigint, data: Uint8Array | undefined): boolean {
  return data !== undefined && decodeStakeAccount(data)?.delegation?.activationEpoch === epoch;
}

/** What a receipt is written with. */
export type ReceiptParts = {
  readonly mints: Mints;
  /** When the epoch after the running one begins. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch, where the stake that is deactivated was delegated in it. */
  readonly freeInEpoch?: bigint;
  readonly warnings: ReceiptWarning[];
  /** Says how a stake of the strategy can be undone. */
  readonly describeStake: DescribeUndo | undefined;
};

/** Writes the receipt of a build from the effects that the verifier read from the bytes. */
export function writeReceipt(
  build: ToldBuild,
  { mints, warnings, describeStake, ...times }: ReceiptParts,
): Receipt {
  const { effects } = build.proof;
  const receive = findReceived(effects, mints);
  const opened = findOpenedStake(build);
  const { wallet } = build;
  return {
    basis: effects.basis,
    summary: summarize(build, receive, mints),
    changes: listChanges(build, mints),
    receive,
    costs: listCosts(effects, mints),
    authorities:
      opened === undefined ? [] : [{ account: opened, staker: wallet, withdrawer: wallet, lockup: null }],
    undo: describeUndo({ ...build, receive, ...times }, describeStake),
    warnings,
  };
}

function listChanges(build: ToldBuild, mints: Mints): ReceiptChange[] {
  const { leaves, arrives, rent } = build.proof.effects;
  const opened = new Set([findOpenedStake(build), ...rent.map(({ account }) => account)]);
  const describe = ({ asset, amount, account }: Change, direction: ReceiptChange['direction']) => ({
    account,
    direction,
    ...toQuantity(asset, amount, mints),
    isNew: opened.has(account),
  });
  return [
    ...leaves.map((change) => describe(change, 'out')),
    ...arrives.map((change) => describe(change, 'in')),
  ];
}

function findReceived({ arrives: [first] }: Effects, mints: Mints): Receipt['receive'] {
  if (first === undefined) return null;
  const { asset, amount, least } = first;
  return {
    expected: toQuantity(asset, amount, mints),
    atLeast: least === undefined ? null : toQuantity(asset, least, mints),
  };
}

function listCosts({ fee, rent }: Effects, mints: Mints): ReceiptCost[] {
  const cost = (kind: ReceiptCost['kind'], lamports: bigint, isRefundable: boolean): ReceiptCost => ({
    kind,
    ...toQuantity(mints.solMint, lamports, mints),
    isRefundable,
  });
  return [
    cost('network-fee', fee.signatures, false),
    ...(fee.priority === 0n ? [] : [cost('priority-fee', fee.priority, false)]),
    ...rent.map(({ account, lamports, isRefundable }) => ({
      ...cost('rent', lamports, isRefundable),
      account,
    })),
  ];
}

function summarize(build: ToldBuild, receive: Receipt['receive'], mints: Mints): string {
  const { operation, request } = build;
  const { effects } = build.proof;
  const [given] = effects.leaves;
  const gives = given === undefined ? '' : print(toQuantity(given.asset, given.amount, mints));
  const opened = findOpenedStake(build);
  if (operation === 'split' || operation === 'merge') return summarizeParts(build, gives, opened);
  if (operation === 'stake' && opened !== undefined) {
    return `Delegates ${gives} from the new stake account ${opened}, which this wallet alone controls.`;
  }
  if (operation === 'withdraw')
    return `Moves ${gives} from stake account ${request.stakeAccount} to the wallet.`;
  if (request.step === 'request')
    return `Puts ${gives} into escrow for a withdrawal that waits; it pays nothing yet.`;
  if (receive === null) return `Begins the cooldown of stake account ${request.stakeAccount} as a whole.`;
  const gets = print(receive.expected);
  const least = receive.atLeast === null ? '' : `, at least ${print(receive.atLeast)}`;
  if (given === undefined)
    return `Pays about ${gets}${least} for the withdrawal that the wallet has requested, and gives the rent of the request back.`;
  const into = opened === undefined ? '' : ` in the new stake account ${opened}`;
  return `Gives ${gives} for about ${gets}${least}${into}.${tellLeftOver(effects, mints)}`;
}

// Only an exit through a flash loan brings a second asset: what was borrowed and not needed.
function tellLeftOver({ arrives: [, left] }: Effects, mints: Mints): string {
  if (left === undefined) return '';
  const amount = print(toQuantity(left.asset, left.amount, mints));
  return ` About ${amount} is left over as wrapped SOL, which becomes SOL when the wallet closes that account.`;
}

function summarizeParts(
  { operation, request }: ToldBuild,
  gives: string,
  opened: string | undefined,
): string {
  if (operation === 'split') {
    const then = request.then === undefined ? '' : ', which begins its cooldown';
    return `Moves ${gives} of stake account ${request.stakeAccount} into the new stake account ${opened}${then}.`;
  }
  const { length } = request.from ?? [];
  const accounts = length === 1 ? 'a stake account' : `${length} stake accounts`;
  return `Merges ${accounts} into stake account ${request.into} and closes ${length === 1 ? 'it' : 'them'}.`;
}

function print({ amount, asset }: { readonly amount: string; readonly asset: string }): string {
  return `${amount} ${asset}`;
}

/** Describes the bytes of a build, instruction by instruction. */
export function writeExplanation({
  transaction,
  proof,
}: Pick<ToldBuild, 'transaction' | 'proof'>): Explanation {
  const { message, messageBytes } = readTransaction(transaction);
  const signers = message.keys.slice(0, message.signerCount).map(encodeBase58);
  return {
    version: message.version,
    bytes: Buffer.from(transaction, 'base64').length,
    feePayer: signers[0] ?? '',
    signers,
    messageHash: hash('sha256', messageBytes, 'base64url'),
    instructions: proof.explanation.map(({ program, name, accounts, data, sentence }, index) => ({
      index,
      program: program.address,
      programName: program.name ?? null,
      name: name ?? null,
      summary: sentence,
      accounts: accounts.map(({ address, role, isSigner, isWritable }) => ({
        address,
        role,
        isSigner,
        isWritable,
      })),
      data,
    })),
  };
}

/**
 * Reads what a build is asked to tell.
 *
 * @throws {ProblemError} `invalid_request` for a word that is not known.
 */
export function readInclude(words: readonly string[] = []): ReadonlySet<Include> {
  return new Set(
    words.map((word) => {
      const include = INCLUDES.find((each) => each === word);
      if (include === undefined) throw problem('INCLUDE_UNKNOWN', { word, known: INCLUDES });
      return include;
    }),
  );
}
