import { parseDeployment } from '@staking-agent/chain/deployment';
import type { Logger } from 'pino';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { startAttribution } from '../../api/src/attribution/attribution.ts';
import type { TokenKey } from '../../api/src/builds/token.ts';
import { createLimits, watchValue } from '../../api/src/builds/value-limits.ts';
import { createBroadcast } from '../../api/src/sending/broadcast.ts';
import { startKeyGate } from '../../api/src/sending/keys.ts';
import { createHorizon, readEnds } from '../../api/src/sending/landing.ts';
import { createMakeUnique } from '../../api/src/sending/offer.ts';
import { startResend } from '../../api/src/sending/resend.ts';
import { createFindOther } from '../../api/src/sending/search.ts';
import { createTransactionStatus } from '../../api/src/sending/status.ts';
import { createBuilds } from '../../api/src/store/builds.ts';
import { createKeys } from '../../api/src/store/keys.ts';
import { createStops, createValueLimitSettings, watchStops } from '../../api/src/store/operator.ts';
import { NO_WATCH } from '../../api/src/upstreams/http.ts';
import { startBlockhashFeed } from '../../api/src/upstreams/ledger/blockhash.ts';
import { createLedgerClient } from '../../api/src/upstreams/ledger/client.ts';
import { createRouterCalls } from '../../api/src/upstreams/router.ts';
import { createRouter } from '../../api/src/upstreams/sanctum.ts';
import type { Built } from './built.ts';
import type { Dice } from './dice.ts';
import { asNextVersion } from './next-version.ts';
import type { OwnClock, Scheduler } from './scheduler.ts';
import type { SimulatedLedger } from './simulated-ledger.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedRouter } from './simulated-router.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** What a replica is started with. */
export type ReplicaParts = {
  readonly number: number;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly ledger: SimulatedLedger;
  readonly nodes: readonly SimulatedNode[];
  readonly router: SimulatedRouter;
  readonly store: SimulatedStore;
  /** What any replica ever built, by its transaction. */
  readonly builds: Map<string, Built>;
  readonly tokenKeys: readonly TokenKey[];
  readonly log: Logger;
  /** Whether it is of the next version. */
  readonly isNext: boolean;
  /** Base units that may be staked in an hour; undefined without a limit. */
  readonly hourlyLimit: bigint | undefined;
};

const DEPLOYMENT = parseDeployment(deploymentFile);
/** Read by checks of what these builds do not promise. */
const LEAST = {
  deployment: DEPLOYMENT,
  instantExitLossBps: 0,
  signatureFee: { get: async () => 5_000n },
} as const;

/** The parts of the service that a replica is made of. */
export type ServiceParts = ReturnType<typeof startServiceParts>;

/** Starts the service's own parts over simulated nodes, router and store, put together as `startServices` does. */
export function startServiceParts(parts: ReplicaParts, clock: OwnClock) {
  const { number, dice, nodes, router, store, log, tokenKeys, isNext, hourlyLimit } = parts;
  const connection = store.connect(number, clock);
  const base = { clock, log, random: dice, store: connection, tokenKeys };
  const openEndpoint = (upstream: string, url: string) =>
    upstream === 'router' ? router.open(clock) : (nodes[Number(url)] as SimulatedNode).open(clock);
  const ports = { clock, random: dice, openEndpoint, watch: NO_WATCH };
  const ledger = createLedgerClient(
    nodes.map((_, i) => String(i)),
    [],
    ports,
  );
  const switches = watchStops({ ...base, stops: createStops(connection), onChange: () => undefined });
  const blockhash = startBlockhashFeed(ledger, clock, () => undefined);
  const today = createBuilds(connection);
  const builds = isNext ? asNextVersion(today, connection) : today;
  const valueGate = watchValue({
    ...{ clock, builds },
    settings: createValueLimitSettings(connection),
    defaults: createLimits((strategy, span) =>
      strategy === 'sol-native-stake' && span === 'hour' ? hourlyLimit : undefined,
    ),
    onState: () => undefined,
  });
  const attribution = startAttribution({
    ...{ ...base, builds, ledger, secrets: [], onResolved: () => undefined },
    readEnds: (signatures) => readEnds(signatures, { ...base, ledger, blockhash }),
  });
  const horizon = createHorizon(builds, blockhash);
  const onSettled = attribution.noteCredits;
  const landing = { ...base, ledger, blockhash, builds, horizon, onSettled };
  const sending = { ...landing, findOther: createFindOther(landing) };
  const assertRunning = () => switches.assertRunning('router');
  const calls = createRouterCalls({ url: 'router', apiKey: 'key', assertRunning }, ports);
  const routing = createRouter(calls, 'key', log);
  const config = { deployment: DEPLOYMENT, explorerUrl: '{signature}' };
  const resending = startResend({ ...sending, onResend: () => undefined });
  const keys = createKeys(connection);
  const keyGate = startKeyGate({ keys, log, clock });
  return {
    ...sending,
    ...{ keys, keyGate, switches, valueGate, attribution, config },
    makeUnique: createMakeUnique({ blockhash, clock }),
    broadcast: createBroadcast({ ...sending, ...LEAST, router: routing, valueGate, config }),
    transactionStatus: createTransactionStatus(sending),
    async close() {
      await Promise.all([resending, attribution, keyGate].map((each) => each.close()));
    },
  };
}
