import type { Change, Effects } from '@staking-agent/verify';
import type { AvailableAt, Receipt, ReceiptChange, ReceiptCost, ReceiptWarning } from '@staking-agent/wire';
import { findOpenedStake, type Mints, type ToldBuild, toQuantity } from '../builds/told-build.ts';
import type { DescribeUndo } from '../strategies/undo.ts';
import { describeUndo } from './describe-undo.ts';

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
