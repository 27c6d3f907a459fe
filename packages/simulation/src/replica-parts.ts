import { parseDeployment } from '@staking-agent/chain/deployment';
import type { Logger } from 'pino';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { startAttribution } from '../../api/src/attribution/start-attribution.ts';
import { createAnswerOnce } from '../../api/src/idempotency/answer-once.ts';
import type { TokenKey } from '../../api/src/keys/token-key.ts';
import { watchStops } from '../../api/src/operator/watch-stops.ts';
import { createAttributions } from '../../api/src/store/attributions.ts';
import { createBuildForms } from '../../api/src/store/build-forms.ts';
import { createIdempotencyRecords } from '../../api/src/store/idempotency-records.ts';
import { createPendingTransactions } from '../../api/src/store/pending-transactions.ts';
import { createStops } from '../../api/src/store/stops.ts';
import { assertLanded } from '../../api/src/transactions/assert-landed.ts';
import { type Edited, findEditedLifetime } from '../../api/src/transactions/find-edited-lifetime.ts';
import { startFormGate } from '../../api/src/transactions/form-gate.ts';
import { type Mortal, readFate } from '../../api/src/transactions/landing.ts';
import { createOtherForms } from '../../api/src/transactions/other-forms.ts';
import { createOutbox } from '../../api/src/transactions/outbox.ts';
import { startResender } from '../../api/src/transactions/resender.ts';
import { explainExecuted } from '../../api/src/transactions/status/refuse-failed.ts';
import { createTransactionStatus } from '../../api/src/transactions/status/transaction-status.ts';
import { createSubmitter } from '../../api/src/transactions/submit.ts';
import { createRouterSubmitter } from '../../api/src/transactions/submit-to-router.ts';
import { startBlockhashFeed } from '../../api/src/upstreams/ledger/blockhash-feed.ts';
import { createLedgerClient } from '../../api/src/upstreams/ledger/ledger-client.ts';
import { createRouter } from '../../api/src/upstreams/router/create-router.ts';
import { createRouterClient } from '../../api/src/upstreams/router/router-client.ts';
import { stopRouter } from '../../api/src/upstreams/router/stop-router.ts';
import { NO_WATCH } from '../../api/src/upstreams/watch.ts';
import type { Built } from './built.ts';
import type { Dice } from './dice.ts';
import { asNextVersion } from './next-version.ts';
import type { Plant } from './plant.ts';
import { plantInAttribution } from './plant-in-attribution.ts';
import { plantInForms } from './plant-in-forms.ts';
import { plantInRecords } from './plant-in-records.ts';
import {
  plantInLifetimes,
  plantInOtherForms,
  plantInOutbox,
  plantInRouter,
  plantInRows,
} from './plant-in-sending.ts';
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
  readonly plant: Plant;
  /** Whether it is of the next version. */
  readonly isNext: boolean;
};

const CONFIG = { deployment: parseDeployment(deploymentFile) };
/** No block is as high. */
const NO_END = 2n ** 64n;

/** The parts of the service that a replica is made of. */
export type ServiceParts = ReturnType<typeof startServiceParts>;

/** Starts the service's own parts over simulated nodes, router and store, put together as the service does. */
export function startServiceParts(parts: ReplicaParts, clock: OwnClock) {
  const { number, dice, nodes, router, store, plant, log, tokenKeys, isNext } = parts;
  const connection = store.connect(number, clock);
  const base = { clock, log, random: dice, store: connection };
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
  const rows = createPendingTransactions(connection);
  const pending = isNext ? asNextVersion(rows, connection) : plantInRows(rows, store, plant);
  const onSetBack = switches.stopDatabase;
  const outbox = plantInOutbox(createOutbox({ ...base, pending, onSetBack }), plant);
  const landing = { ledger, blockhash, clock, outbox, log };
  const forms = plantInForms(startFormGate({ ...landing, forms: createBuildForms(connection) }), plant);
  const resender = startResender({ ...landing, onResend: () => undefined });
  const otherForms = plantInOtherForms(createOtherForms({ ...landing, forms, tokenKeys }), plant);
  const routing = {
    config: CONFIG,
    ...landing,
    resender,
    router: stopRouter(createRouter(createRouterClient('router', 'key', ports), log), switches),
  };
  const records = plantInRecords(createIdempotencyRecords(connection, base), store, clock, plant);
  return {
    ...landing,
    resender,
    records,
    tokenKeys,
    switches,
    config: { explorerUrl: '{signature}' },
    answerOnce: createAnswerOnce({ ...base, records }),
    attribution: plantInAttribution(
      startAttribution({ ...base, ledger, secrets: [], onResolved: () => undefined }),
      createAttributions(connection),
      plant,
    ),
    valueGate: {
      assertRoom: async () => undefined,
      room: () => undefined,
      take: async () => ({ giveBack: async () => undefined }),
    },
    assertLeast: async () => undefined,
    forms,
    otherForms,
    transactionStatus: createTransactionStatus({ ...landing, resender, otherForms }),
    submit: createSubmitter({ ...landing, resender, config: CONFIG }),
    submitToRouter: plantInRouter(createRouterSubmitter(routing), plant),
    assertLanded: (mortal: Mortal) => assertLanded(mortal, { ...landing, resender }),
    isAbsent: async (signature: string) =>
      (await readFate({ signature, lastValidBlockHeight: NO_END }, landing)).kind === 'absent',
    wasSent: async (signature: string) =>
      resender.getState(signature) !== undefined || (await outbox.isKnown(signature)),
    explainExecuted: (signature: string) => explainExecuted(signature, landing),
    findEditedLifetime: (edited: Edited) =>
      plantInLifetimes(edited, () => findEditedLifetime(edited, landing), plant),
  };
}
