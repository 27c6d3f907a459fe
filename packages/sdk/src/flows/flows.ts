import { ASSET_DECIMALS, BASE_PATH, formatAmount } from '@staking-agent/wire/light';
import { aborted } from '../exchange.ts';
import type { SuggestedCall } from '../generated/contract.ts';
import type { RequestOf } from '../operations.ts';
import { isStakingError, StakingError } from '../staking-error.ts';
import type { BuildId, Confirmed, ExitAsk, FlowOptions, Flows, Policy, ShownBuild } from './flow-options.ts';
import { type FlowPorts, land, landBuild } from './land.ts';
import { LEVELS } from './proof.ts';

/**
 * Makes the flows of a client.
 *
 * @param options - that the client was made with. What nobody reads of them, or of what a flow is asked, is refused.
 */
export function createFlows(ports: FlowPorts, options: object = {}): Flows {
  const run = (id: BuildId) => async (ask: FlowOptions) => await land(ports, id, toRequest(id, ask), ask);
  const flows = {
    stakeAndConfirm: run('stake'),
    unstakeAndConfirm: run('unstake'),
    withdrawAndConfirm: run('withdraw'),
    withdrawWhenReady: async (ask: FlowOptions) =>
      await withdrawWhenReady(ports, toRequest('withdraw', ask), ask),
    splitAndConfirm: run('split'),
    mergeAndConfirm: run('merge'),
    confirmBuild: (ask: ShownBuild & FlowOptions) => landBuild(ports, ask),
    exitToSol: (ask: ExitAsk & FlowOptions) => exitToSol(ports, ask),
  };
  const known = Object.entries(flows).map(([name, flow]) => {
    const run = async (ask: never) => {
      (await import('./known-members.ts')).assertKnown(options, ask);
      return await (flow as (ask: never) => Promise<unknown>)(ask);
    };
    return [name, run];
  });
  // The answer of a build is that of its request; the types of requests say which.
  return Object.fromEntries(known);
}

/** Makes the request of a build from what a flow was asked: all that is no option of the flow. */
function toRequest<Id extends BuildId>(
  id: Id,
  ask: FlowOptions & {
    readonly strategy?: unknown;
    readonly kind?: unknown;
    readonly include?: readonly string[];
  },
): RequestOf<Id> {
  const { signer, policy, allowWalletEdits, onStep, signal, ...asked } = ask;
  const isNative = id === 'stake' && asked.strategy === 'sol-native-stake';
  const request: object = {
    // Nothing may be edited that somebody else has signed too.
    ...(isNative && allowWalletEdits && { stakeAccountForm: 'seed' }),
    ...asked,
    // The receipt has the warnings that a flow heeds.
    include: [...new Set([...(asked.include ?? []), 'receipt'])],
    wallet: signer.address,
  };
  return request as RequestOf<Id>;
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/**
 * Exits a strategy to SOL at once.
 *
 * A leveraged exit takes two transactions: the second sells the raSOL that the first has brought, as the ledger shows it.
 *
 * @returns the transactions that have landed, in their order.
 * @throws {StakingError} before the first signature where the policy would refuse the second; where the second one fails, with
 *   `landed`, the signature of the first, and `next`, the call that goes on from there.
 */
async function exitToSol(ports: FlowPorts, ask: ExitAsk & FlowOptions): Promise<Confirmed[]> {
  const leave = (terms: object) =>
    land(ports, 'unstake', toRequest('unstake', { ...ask, kind: 'instant', ...terms }), ask);
  const { strategy = 'sol-leveraged-stake', policy } = ask;
  if (strategy !== 'sol-leveraged-stake') return [await leave({})];
  assertSaleProvable(ports, policy);
  const first = await leave({ strategy, outputAsset: 'SOL' });
  const sale = sellArrived(first, ask.signer.address);
  if (sale === undefined) {
    const proved = findProved(first);
    throw new StakingError(
      'The first transaction has landed, and the service does not say readably how much raSOL it brought. Sell it as sol-liquid-stake: next or the wallet says how much.',
      {
        kind: 'transport',
        code: 'ANSWER_MALFORMED',
        retryable: false,
        signature: first.signature,
        landed: first.signature,
        ...(proved !== undefined && { next: sell(ask.signer.address, print(proved)) }),
      },
    );
  }
  try {
    return [first, await land(ports, 'unstake', sale.body as RequestOf<'unstake'>, ask)];
  } catch (error) {
    if (!isStakingError(error)) throw error;
    const reason = `${error.message} The first transaction of the exit has landed: ${first.signature}. next sells what it brought.`;
    throw new StakingError(reason, { ...error, landed: first.signature, next: sale }, error);
  }
}

/**
 * Requires that the sale, which a simulation on the own node alone can prove, can be signed: refused afterwards, it would leave half an
 * exit.
 */
function assertSaleProvable({ verify, ownNode }: FlowPorts, policy: Policy | undefined): void {
  const level = ownNode === undefined ? 'unproven' : 'bounded';
  const { require = 'bounded' } = policy ?? {};
  if (verify === undefined || LEVELS.indexOf(level) <= LEVELS.indexOf(require)) return;
  throw new StakingError(
    `Nothing is signed: of the two transactions of this exit the second, which sells raSOL, would be ${level}, and policy.require is ${require}. ${ownNode === undefined ? 'Give the client rpc, or leave' : 'Leave'} with unstakeAndConfirm, which brings raSOL.`,
    { kind: 'verification', code: 'VERIFICATION_FAILED', retryable: false },
  );
}

const findProved = ({ checked }: Confirmed): bigint | undefined =>
  checked?.effects?.arrives.find(({ asset }) => asset !== WRAPPED_SOL)?.amount;

const print = (units: bigint) => formatAmount(units, ASSET_DECIMALS.raSOL);

const sell = (wallet: string, amount: string): SuggestedCall => ({
  description: 'Sells the raSOL that has arrived.',
  endpoint: `${BASE_PATH}/unstake`,
  method: 'POST',
  body: {
    strategy: 'sol-liquid-stake',
    kind: 'instant',
    wallet,
    amount,
  },
});

/**
 * Returns the call that sells the raSOL of a leveraged exit: what arrived by the ledger, as the service tells it, or by the build. It is
 * at most what the proof of the exit states, so that no answer of the service can sell raSOL that the wallet had before.
 *
 * @returns undefined where the service tells no base units.
 */
export function sellArrived(first: Confirmed, wallet: string): SuggestedCall | undefined {
  const { build, transaction } = first;
  const proved = findProved(first);
  const arrived = [transaction.changes]
    .flat()
    .map(Object)
    .find(({ asset, direction }) => asset === 'raSOL' && direction === 'in');
  if (arrived === undefined && proved === undefined) {
    const { amount }: { readonly amount?: unknown } = Object(Object(Object(build).next).body);
    return typeof amount === 'string' ? sell(wallet, amount) : undefined;
  }
  const told = arrived?.baseUnits ?? proved;
  if (!/^\d+$/.test(told)) return undefined;
  const units = BigInt(told);
  return sell(wallet, print(proved === undefined || units < proved ? units : proved));
}

/** Estimates of an epoch's end move; a timer of an hour is asked again, and no timer counts beyond 24 days. */
const LONGEST_SLEEP = 3_600_000;
/** Milliseconds to wait once the expected time has come. */
const SHORTEST_SLEEP = 5_000;

/**
 * Withdraws a deactivated stake account as soon as it has cooled down, which takes up to an epoch.
 *
 * @param wallClock - milliseconds since 1970, for dates that the service names.
 * @throws {StakingError} `STAKE_NOT_INACTIVE` where the account was never deactivated, `ANSWER_MALFORMED` where the service names
 *   no readable time.
 */
async function withdrawWhenReady(
  ports: FlowPorts,
  request: RequestOf<'withdraw'>,
  options: FlowOptions,
  wallClock: () => number = Date.now,
): Promise<Confirmed> {
  const { pace } = ports;
  const { signal, onStep } = options;
  for (;;) {
    try {
      return await land(ports, 'withdraw', request, options);
    } catch (error) {
      // One that was signed is told as it is.
      const isEarly = isStakingError(error, 'STAKE_NOT_INACTIVE') && error.signature === undefined;
      const availableAt = isEarly ? error.problem?.availableAt : undefined;
      if (availableAt === undefined) throw error;
      const { earliest }: { readonly earliest?: string } = Object(availableAt);
      const sleep = measureSleep(earliest, wallClock(), error);
      onStep?.({ step: 'waiting', ...(earliest !== undefined && { until: earliest }) });
      await pace.sleep(sleep, signal).catch((reason) => {
        throw aborted(reason);
      });
    }
  }
}

/** Returns the milliseconds after which a withdrawal is tried again. @throws {StakingError} for a time that is none. */
function measureSleep(earliest: string | undefined, now: number, refusal: unknown): number {
  const left = earliest === undefined ? LONGEST_SLEEP : Date.parse(earliest) - now;
  if (!Number.isNaN(left)) return Math.min(LONGEST_SLEEP, Math.max(SHORTEST_SLEEP, left));
  throw new StakingError(
    'The stake has not cooled down, and the service names no readable time for it.',
    { kind: 'transport', code: 'ANSWER_MALFORMED', retryable: false },
    refusal,
  );
}
