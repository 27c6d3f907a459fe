import type { Address } from '@solana/kit';
import { decodeStakeAccount } from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import type { Explanation, Include, Receipt, StrategyKey } from '@staking-agent/wire';
import type { Finished } from '../builds/build.ts';
import type { FinishedBuild } from '../builds/finish-build.ts';
import type { Mints, ToldBuild } from '../builds/told-build.ts';
import { UpstreamFault } from '../problems/upstream-fault.ts';
import type { Feed } from '../runtime/feed.ts';
import { type EpochEndPorts, estimateCooldownEnd } from '../strategies/estimate-epoch-end.ts';
import type { DescribeUndo } from '../strategies/undo.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import type { ValidatorFacts } from '../upstreams/ledger/validator-feed.ts';
import { RENT, readRent } from '../upstreams/node-reading.ts';
import { listWarnings } from './list-warnings.ts';
import { writeExplanation } from './write-explanation.ts';
import { writeReceipt } from './write-receipt.ts';

/** What is told about a build. */
export type Told = { readonly receipt?: Receipt; readonly explanation?: Explanation };

/** What builds are told about with. */
export type TellPorts = EpochEndPorts & {
  readonly ledger: LedgerReader;
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
  const walletRent = readRent({ accounts: new Map([[RENT, read(RENT)]]) })(0);
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
