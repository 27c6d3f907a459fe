import type { ClientOptions } from '../exchange.ts';
import type { RequestOf } from '../operations.ts';
import type { BuildId, FlowOptions, Policy, ShownBuild } from './flow-options.ts';

type MembersOf<T> = T extends unknown ? keyof T : never;
/** Holds every member: one without a line here does not compile. */
type Known<T> = Readonly<Record<MembersOf<T>, true>>;

const CLIENT: Known<ClientOptions> = {
  url: true,
  deployment: true,
  rpc: true,
  partnerKey: true,
  headers: true,
  retries: true,
  timeoutMs: true,
  fetch: true,
  pace: true,
};
const POLICY: Known<Policy> = {
  require: true,
  instantExitLossBps: true,
  trustService: true,
  acceptWarnings: true,
};
const FLOW: Known<FlowOptions> = {
  signer: true,
  policy: true,
  allowWalletEdits: true,
  onStep: true,
  signal: true,
};
const SHOWN: Known<ShownBuild> = { operation: true, request: true, build: true };
const REQUEST: Known<RequestOf<BuildId>> = {
  strategy: true,
  wallet: true,
  amount: true,
  kind: true,
  stakeAccount: true,
  stakeAccountForm: true,
  isWithdrawAll: true,
  outputAsset: true,
  minReceive: true,
  step: true,
  lamports: true,
  then: true,
  into: true,
  from: true,
  priority: true,
  tip: true,
  include: true,
  partner_api_key: true,
  referral_code: true,
};

const PLACES: readonly (readonly [string, object])[] = [
  ['createStakingClient', CLIENT],
  ['the ask of a flow, such as stakeAndConfirm', FLOW],
  ['policy of the ask of a flow, such as stakeAndConfirm', POLICY],
];

/**
 * Requires that a client and a flow were given known members only: a misspelt condition of a signature, or one in the wrong place,
 * would have no effect.
 *
 * @throws {TypeError} that names the member, what there is, and where it belongs.
 */
export function assertKnown(client: object, ask: object): void {
  assertMembers('createStakingClient', client, CLIENT);
  assertMembers('A flow', ask, 'operation' in ask ? { ...FLOW, ...SHOWN } : { ...FLOW, ...REQUEST });
  assertMembers('policy', Object('policy' in ask && ask.policy), POLICY);
}

function assertMembers(taker: string, given: object, known: object): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const place = PLACES.find(([, members]) => Object.hasOwn(members, unknown))?.[0];
  const cure = place === undefined ? '' : ` ${unknown} belongs in ${place}.`;
  throw new TypeError(`${taker} takes no ${unknown}, only ${Object.keys(known).join(', ')}.${cure}`);
}
