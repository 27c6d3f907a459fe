import { hash } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { decodeStakeAccount } from '@staking-agent/chain/stake';
import { type Change, type Effects, encodeBase58, readTransaction } from '@staking-agent/verify';
import { explainTransaction } from '@staking-agent/verify/explain';
import {
  ASSET_DECIMALS,
  type Explanation,
  formatAmount,
  type Include,
  type Receipt,
  type ReceiptChange,
  type ReceiptCost,
  type ReceiptWarning,
  type StrategyKey,
} from '@staking-agent/wire';
import { type Finished, findAsset, findOpenedStake, type ToldBuild } from '../builds/build.ts';
import type { FinishedBuild } from '../builds/finish.ts';
import { toQuantity } from '../runtime/json.ts';
import { estimateCooldownEnd } from '../strategies/options.ts';
import { requireClock } from '../strategies/reach.ts';
import { listLoanAccounts, warnOfLeverage } from '../strategies/sol-leveraged-stake/position.ts';
import {
  type DescribeUndo,
  printCall,
  type StrategyServices,
  suggestWithdrawal,
  type Undo,
  type UndoFacts,
} from '../strategies/strategy.ts';
import { RENT, type ReadAccounts, readAccounts, readRent } from '../upstreams/ledger/client.ts';

/**
 * Adds the parts to the answer of a build that `include` names. A receipt costs one read of the ledger: the wallet's balances, and the
 * loan of a vault that borrows; that of a stake in a vault also what its exit would take.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function describeBuild<Fields>(
  { answer, prove }: FinishedBuild<Fields>,
  include: ReadonlySet<Include>,
  services: StrategyServices,
): Promise<Fields & Finished> {
  const build = await prove();
  return {
    ...answer,
    ...(include.has('receipt') && { receipt: await makeReceipt(build, services) }),
    ...(include.has('explanation') && { explanation: writeExplanation(build, services.config.deployment) }),
  };
}

/** Writes the receipt of a build from the effects that the verifier read from the bytes. */
async function makeReceipt(build: ToldBuild, services: StrategyServices): Promise<Receipt> {
  const { wallet } = build;
  const { effects } = build.proof;
  const { deployment } = services.config;
  const cooling = findCooling(build);
  const borrows = build.operation === 'stake' && build.request.strategy === 'sol-leveraged-stake';
  const loan = borrows ? listLoanAccounts(deployment) : [];
  const read = await readAccounts([wallet, RENT, CLOCK_ADDRESS, ...cooling, ...loan], services);
  const terms = await services.stakeTerms.get();
  const running = requireClock(read);
  const { epoch } = running;
  const isNew = cooling.some((address) => isDelegatedIn(epoch, read(address)?.data));
  const receive = findReceived(effects, deployment);
  const opened = findOpenedStake(build);
  const facts = {
    ...build,
    receive,
    cooldownEnd: estimateCooldownEnd(running, terms.epoch === epoch ? terms : undefined, services),
    // Stake that is deactivated in the epoch of its delegation is free at once.
    ...(isNew && { freeInEpoch: epoch }),
  };
  const { actions } = services.strategies[build.request.strategy as StrategyKey] ?? {};
  return {
    basis: effects.basis,
    summary: summarize(build, receive, deployment),
    changes: listChanges(build, deployment),
    receive,
    costs: listCosts(effects),
    authorities:
      opened === undefined ? [] : [{ account: opened, staker: wallet, withdrawer: wallet, lockup: null }],
    undo: await describeUndo(facts, services, actions?.describeUndo),
    warnings: [
      ...listWarnings(build, read, terms.signatureFee, services),
      ...(borrows ? [warnOfLeverage(read, deployment)] : []),
    ],
  };
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

function listChanges(build: ToldBuild, deployment: Deployment): ReceiptChange[] {
  const { leaves, arrives, rent } = build.proof.effects;
  const opened = new Set([findOpenedStake(build), ...rent.map(({ account }) => account)]);
  const describe = ({ asset, amount, account }: Change, direction: ReceiptChange['direction']) => ({
    account,
    direction,
    ...toQuantity(findAsset(asset, deployment), amount),
    isNew: opened.has(account),
  });
  return [
    ...leaves.map((change) => describe(change, 'out')),
    ...arrives.map((change) => describe(change, 'in')),
  ];
}

function findReceived({ arrives: [first] }: Effects, deployment: Deployment): Receipt['receive'] {
  if (first === undefined) return null;
  const { asset, amount, least } = first;
  return {
    expected: toQuantity(findAsset(asset, deployment), amount),
    atLeast: least === undefined ? null : toQuantity(findAsset(asset, deployment), least),
  };
}

function listCosts({ fee, rent }: Effects): ReceiptCost[] {
  const cost = (kind: ReceiptCost['kind'], lamports: bigint, isRefundable: boolean): ReceiptCost => ({
    kind,
    ...toQuantity('SOL', lamports),
    isRefundable,
  });
  return [
    cost('network-fee', fee.signatures, false),
    ...(fee.priority === 0n ? [] : [cost('priority-fee', fee.priority, false)]),
    ...(fee.tip === undefined ? [] : [cost('tip', fee.tip, false)]),
    ...rent.map(({ account, lamports, isRefundable }) => ({
      ...cost('rent', lamports, isRefundable),
      account,
    })),
  ];
}

function summarize(build: ToldBuild, receive: Receipt['receive'], deployment: Deployment): string {
  const { operation, request } = build;
  const { effects } = build.proof;
  const [given] = effects.leaves;
  const gives =
    given === undefined ? '' : print(toQuantity(findAsset(given.asset, deployment), given.amount));
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
  return `Gives ${gives} for about ${gets}${least}${into}.${tellLeftOver(effects, deployment)}`;
}

// Only an exit through a flash loan brings a second asset: what was borrowed and not needed.
function tellLeftOver({ arrives: [, left] }: Effects, deployment: Deployment): string {
  if (left === undefined) return '';
  const amount = print(toQuantity(findAsset(left.asset, deployment), left.amount));
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
function writeExplanation({ transaction, lookupTables }: ToldBuild, deployment: Deployment): Explanation {
  const { message, messageBytes } = readTransaction(transaction);
  const signers = message.keys.slice(0, message.signerCount).map(encodeBase58);
  const explained = explainTransaction(transaction, deployment, lookupTables);
  return {
    version: message.version,
    bytes: Buffer.from(transaction, 'base64').length,
    feePayer: signers[0] ?? '',
    signers,
    messageHash: hash('sha256', messageBytes, 'base64url'),
    instructions: explained.map(({ program, name, accounts, data, sentence }, index) => ({
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

/** Transactions that the longest way out takes. */
const EXIT_TRANSACTIONS = 2n;

/** Lists warnings that the signer should know before signing. */
function listWarnings(
  build: ToldBuild,
  read: ReadAccounts,
  signatureFee: bigint,
  services: StrategyServices,
): ReceiptWarning[] {
  const { operation, request, wallet } = build;
  const { effects } = build.proof;
  const holds = read(wallet)?.lamports ?? 0n;
  const walletRent = readRent(read)(0);
  const needs = sumSol(effects, 'leaves', wallet) + sumCosts(effects);
  const left = holds + sumSol(effects, 'arrives', wallet) - needs;
  const warnings: ReceiptWarning[] = [];
  if (isUntried(build) && (left < 0n || (left > 0n && left < walletRent))) {
    warnings.push({
      code: 'WALLET_TOO_POOR',
      detail: `The wallet held ${sol(holds)} SOL at slot ${read.slot}; this needs ${sol(needs)} SOL, and what is left must be nothing or at least ${sol(walletRent)} SOL.`,
    });
  } else if (operation === 'stake') {
    const exit = EXIT_TRANSACTIONS * (signatureFee + effects.fee.priority);
    if (left < exit + walletRent) {
      warnings.push({
        code: 'NO_SOL_FOR_EXIT',
        detail: `The wallet is left with ${sol(left)} SOL; taking this out again needs about ${sol(exit + walletRent)} SOL there for fees.`,
      });
    }
  }
  if (
    operation === 'stake' &&
    request.strategy === 'sol-native-stake' &&
    services.validator.peek()?.isDelinquent
  ) {
    warnings.push({
      code: 'VALIDATOR_DELINQUENT',
      detail: 'The validator has not voted lately; stake with it earns nothing until it does.',
    });
  }
  const [arriving] = effects.arrives;
  if (arriving !== undefined && arriving.least === undefined) {
    const reason = request.strategy === 'sol-leveraged-stake' ? OF_FIRST_EXIT : OF_RESERVE;
    warnings.push({
      code: 'NO_MINIMUM',
      detail: `Nothing in the transaction makes sure of a minimum: ${reason}`,
    });
  }
  if (arriving?.isAtRate) {
    warnings.push({
      code: 'MINIMUM_AT_RATE',
      detail:
        'Nothing in the transaction demands the minimum: it holds at the present rate. The rate of a pool changes when the next epoch begins and when its manager changes a fee, that of a vault with what it earns, loses and charges; a transaction that lands afterwards brings what the new rate gives. With minReceive only a transaction is handed out whose bytes demand it.',
    });
  }
  return warnings;
}

/** Checks whether no simulation has shown that the wallet can pay for a build. */
function isUntried(build: ToldBuild): boolean {
  return build.by === 'service' && !build.isSimulated;
}

const OF_RESERVE =
  "the router's Reserve pays by its fee and the SOL that it has when it lands, more or less than now. It was checked to pay what is due at its present fee even when a twentieth of that SOL leaves first. With minReceive only a transaction is handed out whose bytes demand it.";
const OF_FIRST_EXIT =
  'it opens so many accounts that it has no room for one, and pays what the vault and the market give when it lands. An exit of a small part through a flash loan opens the same accounts; exits after it have a minimum.';

// Only SOL has the wallet's own address as its account.
function sumSol(effects: Effects, side: 'leaves' | 'arrives', wallet: string): bigint {
  return effects[side].reduce((sum, { account, amount }) => (account === wallet ? sum + amount : sum), 0n);
}

function sumCosts({ fee, rent }: Effects): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority + (fee.tip ?? 0n));
}

function sol(lamports: bigint): string {
  return formatAmount(lamports, ASSET_DECIMALS.SOL);
}

/**
 * Describes how a build can be undone and when, or how an exit that takes two steps is completed.
 *
 * @param describeStake - of the strategy, for its stakes; undefined for operations without a strategy.
 */
function describeUndo(
  facts: UndoFacts,
  services: StrategyServices,
  describeStake: DescribeUndo | undefined,
): Undo | Promise<Undo> {
  const { operation, request } = facts;
  if (operation === 'merge') return takeApart(facts);
  if (operation === 'split') return request.then === undefined ? putTogether(facts) : completeCooldown(facts);
  if (operation === 'stake' && describeStake !== undefined) return describeStake(facts, services);
  if (request.step === 'request') return completeRequest(facts);
  if (operation === 'unstake' && request.kind !== 'instant') return completeCooldown(facts);
  return {
    isPossible: false,
    description: 'It is final. POST /stake enters anew, at the price of that time.',
    next: [],
  };
}

function completeCooldown(facts: UndoFacts): Undo {
  const { wallet, request, cooldownEnd, freeInEpoch } = facts;
  const stakeAccount = findOpenedStake(facts) ?? request.stakeAccount;
  if (freeInEpoch !== undefined) {
    return {
      isPossible: false,
      description: `The stake is not active yet: when this lands in epoch ${freeInEpoch}, withdraw the stake account at once; later, when the epoch in which it lands has ended.`,
      next: [suggestWithdrawal(wallet, stakeAccount, { epoch: String(freeInEpoch) })],
    };
  }
  return {
    isPossible: false,
    description:
      'The cooldown cannot be called off here. When the epoch of its beginning has ended, withdraw the stake account.',
    next: [suggestWithdrawal(wallet, stakeAccount, cooldownEnd)],
  };
}

function putTogether(facts: UndoFacts): Undo {
  const { wallet, request } = facts;
  return {
    isPossible: true,
    description:
      'Merge the new account into the old one, at once or as long as both are in the same state. The rent reserve of an active account arrives there undelegated; a withdrawal of lamports takes it.',
    next: [
      printCall('merge', 'Merges the new account into the old one.', {
        wallet,
        into: request.stakeAccount,
        from: [findOpenedStake(facts)],
      }),
    ],
  };
}

function takeApart({ wallet, request }: UndoFacts): Undo {
  return {
    isPossible: true,
    description: `Split any part off again with POST /split, into a new account: wallet ${wallet}, stakeAccount ${request.into} and the amount. What is not delegated there can be withdrawn.`,
    next: [],
  };
}

function completeRequest({ wallet }: UndoFacts): Undo {
  const asked = { strategy: 'usdc-earn', wallet, kind: 'instant' };
  return {
    isPossible: true,
    description:
      'Once the waiting period of the vault is over, claim what was requested. Until then, and afterwards, the request can be taken back: as many raUSDC come back as the requested USDC are worth then, less the fees of the vault.',
    next: [
      printCall('unstake', 'Pays the USDC that was requested; refused with the time until then.', {
        ...asked,
        step: 'claim',
      }),
      printCall('unstake', 'Takes the request back: raUSDC comes out of escrow.', {
        ...asked,
        step: 'cancel',
      }),
    ],
  };
}
