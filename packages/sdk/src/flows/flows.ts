import { aborted } from '../exchange.ts';
import type { RequestOf } from '../operations.ts';
import { isStakingError, StakingError } from '../staking-error.ts';
import type { BuildId, Confirmed, ExitAsk, FlowOptions, Flows, ShownBuild } from './flow-options.ts';
import { type FlowPorts, land, landBuild } from './land.ts';

/**
 * Makes the flows of a client.
 *
 * @param options - of the client. Flows refuse unknown members of them and of their own ask.
 */
export function createFlows(ports: FlowPorts, options: object = {}): Flows {
  const known = async <Ask extends object>(ask: Ask): Promise<Ask> => {
    (await import('./known-members.ts')).assertKnown(options, ask);
    return ask;
  };
  const run = (id: BuildId) => async (ask: FlowOptions) =>
    await land(ports, id, toRequest(id, await known(ask)), ask);
  const flows = {
    stakeAndConfirm: run('stake'),
    unstakeAndConfirm: run('unstake'),
    withdrawAndConfirm: run('withdraw'),
    withdrawWhenReady: async (ask: FlowOptions) =>
      await withdrawWhenReady(ports, toRequest('withdraw', await known(ask)), ask),
    splitAndConfirm: run('split'),
    mergeAndConfirm: run('merge'),
    confirmBuild: async (ask: ShownBuild & FlowOptions) => await landBuild(ports, await known(ask)),
    exitToSol: async (ask: ExitAsk & FlowOptions) => {
      const { exitToSol } = await import('./exit-to-sol.ts');
      const unstake = (asked: FlowOptions) => land(ports, 'unstake', toRequest('unstake', asked), ask);
      return await exitToSol(unstake, ports, await known(ask));
    },
  };
  // The answer of a build is that of its request; the types of requests say which.
  return flows as Flows;
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
