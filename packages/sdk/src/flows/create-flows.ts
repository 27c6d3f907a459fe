import type { StrategyKey } from '../generated/contract.ts';
import type {
  AnswerOf,
  ExitKind,
  RequestOf,
  StakeAnswer,
  StakeRequest,
  UnstakeAnswer,
  UnstakeRequest,
} from '../requests.ts';
import { type ExitAsk, exitToSol } from './exit-to-sol.ts';
import type { BuildId, Confirmed, FlowOptions } from './flow-options.ts';
import { type FlowPorts, land, landBuild, type ShownBuild } from './land.ts';
import { withdrawWhenReady } from './withdraw-when-ready.ts';

/** What a flow is about, and who signs: the wallet is the signer's. */
export type Asked<Request, Options = FlowOptions> = (Request extends unknown
  ? Omit<Request, 'wallet'>
  : never) &
  Options;

/** Flows from a request to what the ledger says of its transaction. Each throws `StakingError`. */
export type Flows<Options = FlowOptions> = {
  /** Stakes, and waits until the stake has landed. */
  stakeAndConfirm<Key extends StrategyKey>(
    ask: Asked<StakeRequest<Key>, Options>,
  ): Promise<Confirmed<StakeAnswer<Key>>>;
  /** Takes something out, and waits until that has landed. */
  unstakeAndConfirm<Key extends StrategyKey, Kind extends ExitKind<Key>>(
    ask: Asked<UnstakeRequest<Key, Kind>, Options>,
  ): Promise<Confirmed<UnstakeAnswer<Key, Kind>>>;
  /** Empties an inactive stake account, and waits until that has landed. */
  withdrawAndConfirm(ask: Asked<RequestOf<'withdraw'>, Options>): Promise<Confirmed<AnswerOf<'withdraw'>>>;
  /** The same, once the account has cooled down; waits for that up to an epoch. */
  withdrawWhenReady(ask: Asked<RequestOf<'withdraw'>, Options>): Promise<Confirmed<AnswerOf<'withdraw'>>>;
  /** Makes two stake accounts of one, and waits until that has landed. */
  splitAndConfirm(ask: Asked<RequestOf<'split'>, Options>): Promise<Confirmed<AnswerOf<'split'>>>;
  /** Makes one stake account of several, and waits until that has landed. */
  mergeAndConfirm(ask: Asked<RequestOf<'merge'>, Options>): Promise<Confirmed<AnswerOf<'merge'>>>;
  /**
   * Has a build signed that was made before and shown to somebody, and waits until it has landed. It is verified first, and
   * no other one takes its place.
   */
  confirmBuild<Id extends BuildId>(ask: ShownBuild<Id> & Options): Promise<Confirmed>;
  /** Leaves with SOL, at once; a leveraged position by two transactions. */
  exitToSol(ask: ExitAsk & Options): Promise<Confirmed[]>;
};

/** Makes the flows of a client. */
export function createFlows(ports: FlowPorts): Flows {
  const run = (id: BuildId) => async (ask: FlowOptions) => {
    const [request, options] = divide(id, ask);
    return await land(ports, id, request, options);
  };
  const flows = {
    stakeAndConfirm: run('stake'),
    unstakeAndConfirm: run('unstake'),
    withdrawAndConfirm: run('withdraw'),
    withdrawWhenReady: async (ask: FlowOptions) => {
      const [request, options] = divide('withdraw', ask);
      return await withdrawWhenReady(ports, request, options);
    },
    splitAndConfirm: run('split'),
    mergeAndConfirm: run('merge'),
    confirmBuild: (ask: ShownBuild & FlowOptions) => landBuild(ports, ask),
    exitToSol: ({ signer, policy, allowWalletEdits, onStep, signal, ...ask }: ExitAsk & FlowOptions) =>
      exitToSol(ports, ask, { signer, policy, allowWalletEdits, signal, ...(onStep && { onStep }) }),
  };
  // The answer of a build is that of its request; the types of requests say which.
  return flows as Flows;
}

/** Separates the members of a request from the options of its flow. */
function divide<Id extends BuildId>(
  id: Id,
  ask: FlowOptions & { readonly strategy?: unknown },
): readonly [RequestOf<Id>, FlowOptions] {
  const { signer, policy, allowWalletEdits, onStep, signal, ...asked } = ask;
  const isNative = id === 'stake' && asked.strategy === 'sol-native-stake';
  const request = {
    // Nothing may be edited that somebody else has signed too.
    ...(isNative && allowWalletEdits && { stakeAccountForm: 'seed' }),
    ...asked,
    wallet: signer.address,
  };
  // What is not of the flow is of the request, as the types of the flows have it.
  return [
    request as object as RequestOf<Id>,
    { signer, policy, allowWalletEdits, signal, ...(onStep && { onStep }) },
  ];
}
