import type { Logger } from 'pino';
import { type Attribution, startAttribution } from './attribution/start-attribution.ts';
import type { Feed } from './background/feed.ts';
import type { Config } from './config/config.ts';
import { type Idempotency, startIdempotency } from './idempotency/start-idempotency.ts';
import type { TokenKey } from './keys/token-key.ts';
import { type Metrics, NO_METRICS } from './monitoring/metrics.ts';
import type { Store } from './store/index.ts';
import { createPendingTransactions } from './store/pending-transactions.ts';
import { createStrategies } from './strategies/index.ts';
import type { Strategies } from './strategies/strategy.ts';
import { createOutbox, type Outbox } from './transactions/outbox.ts';
import { type Resender, startResender } from './transactions/resender.ts';
import { createSubmitter, type Submitter } from './transactions/submit.ts';
import { createRouterSubmitter, type RouterSubmitter } from './transactions/submit-to-router.ts';
import { type BlockhashFeed, startBlockhashFeed } from './upstreams/ledger/blockhash-feed.ts';
import { createLedgerClient, type LedgerClient } from './upstreams/ledger/ledger-client.ts';
import { type LookupTables, startLookupTablesFeed } from './upstreams/ledger/lookup-tables-feed.ts';
import { type PriorityFeeFeed, startPriorityFeeFeed } from './upstreams/ledger/priority-fee-feed.ts';
import { startSignatureFeeFeed } from './upstreams/ledger/signature-fee-feed.ts';
import { type StakeTerms, startStakeTermsFeed } from './upstreams/ledger/stake-terms-feed.ts';
import { createLstClient, type LstClient } from './upstreams/router/lst-client.ts';
import { createRouterClient, type RouterClient } from './upstreams/router/router-client.ts';
import {
  createValidatorApyClient,
  type ValidatorApyClient,
} from './upstreams/validator-apy/validator-apy-client.ts';
import { createVaultClient, type VaultClient } from './upstreams/vault-api/vault-client.ts';
import {
  createVaultRecordClient,
  type VaultRecordClient,
} from './upstreams/vault-api/vault-record-client.ts';
import { FigureUnavailable } from './yields/figure-source.ts';
import { type LiveFigures, startLiveFigures } from './yields/live-figures.ts';
import { type Captures, startCaptures } from './yields/start-captures.ts';

/** Everything with a lifetime or a connection, made once per process. */
export type Services = {
  readonly config: Config;
  readonly strategies: Strategies;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Wall clock, milliseconds since the epoch. */
  readonly clock: { now(): number };
  readonly store: Store;
  readonly idempotency: Idempotency;
  readonly attribution: Attribution;
  readonly ledger: LedgerClient;
  readonly router: RouterClient;
  readonly vaultProvider: VaultClient;
  readonly lst: LstClient;
  readonly validatorApy: ValidatorApyClient;
  readonly vaultRecords: VaultRecordClient;
  readonly captures: Captures;
  readonly figures: LiveFigures;
  readonly blockhash: BlockhashFeed;
  readonly stakeTerms: Feed<StakeTerms>;
  /** Lamports the ledger takes for a signature. */
  readonly signatureFee: Feed<bigint>;
  readonly priorityFee: PriorityFeeFeed;
  readonly lookupTables: Feed<LookupTables>;
  readonly outbox: Outbox;
  readonly resender: Resender;
  readonly submit: Submitter;
  readonly submitToRouter: RouterSubmitter;
  readonly tokenKeys: readonly TokenKey[];
  /** Stops feeds and connections, after pending resends had up to `milliseconds`. */
  close(milliseconds: number): Promise<void>;
};

/**
 * Opens connections to the upstreams and starts the feeds.
 *
 * @param store - open; closing the services closes it.
 */
export function startServices(
  config: Config,
  log: Logger,
  clock: Services['clock'],
  store: Store,
  metrics: Metrics = NO_METRICS,
): Services {
  const warn = (feed: string, node?: string) => (fault: unknown) =>
    log.warn({ feed, node, fault: String(fault) }, 'feed not refreshed');
  const ledger = createLedgerClient(config.ledgerRpcUrls, metrics.upstreams);
  const router = createRouterClient(config.routerUrl, config.routerApiKey, undefined, metrics.upstreams);
  const vaultProvider = createVaultClient(config.vaultApiUrl, metrics.upstreams);
  const sources = {
    lst: createLstClient(config.routerUrl, config.routerApiKey, metrics.upstreams),
    validatorApy: createValidatorApyClient(config.apy.validatorUrl, metrics.upstreams),
    vaultRecords: createVaultRecordClient(config.vaultApiUrl, metrics.upstreams),
  };
  const captures = startCaptures({ config, store, ledger, log });
  const strategies = createStrategies(config);
  const figures = startLiveFigures(
    strategies,
    { config, clock, log, ledger, captures, ...sources },
    // A source that knows nothing yet is no fault: the leveraged yield needs two epochs.
    (figure, fault) =>
      fault instanceof FigureUnavailable
        ? log.info({ feed: figure, fault: fault.message }, 'no figure')
        : warn(figure)(fault),
  );
  const blockhash = startBlockhashFeed(ledger, (node, fault) => warn('blockhash', node.name)(fault));
  const stakeTerms = startStakeTermsFeed(ledger, warn('stake terms'));
  const signatureFee = startSignatureFeeFeed(ledger, blockhash, warn('signature fee'));
  const priorityFee = startPriorityFeeFeed(ledger, config.priorityFee, warn('priority fee'));
  const lookupTables = startLookupTablesFeed(
    ledger,
    config.deployment.leveraged?.lookupTables ?? [],
    warn('lookup tables'),
  );
  const outbox = createOutbox(createPendingTransactions(store), log);
  const resender = startResender(ledger, blockhash, outbox, log, metrics.onResend);
  const idempotency = startIdempotency(store, log);
  const attribution = startAttribution({
    store,
    ledger,
    log,
    clock,
    secrets: config.partnerKeySecrets,
    onSettled: (outcome, age) => metrics.onClaimSettled(outcome, age / 1_000),
  });
  return {
    config,
    strategies,
    log,
    metrics,
    clock,
    store,
    idempotency,
    attribution,
    ledger,
    router,
    vaultProvider,
    ...sources,
    captures,
    figures,
    blockhash,
    stakeTerms,
    signatureFee,
    priorityFee,
    lookupTables,
    outbox,
    resender,
    submit: createSubmitter({ ledger, blockhash, resender, outbox }),
    submitToRouter: createRouterSubmitter({ router, ledger, blockhash, outbox, log }),
    tokenKeys: config.serviceTokenKeys,
    async close(milliseconds) {
      await resender.drain(milliseconds);
      blockhash.close();
      stakeTerms.close();
      signatureFee.close();
      priorityFee.close();
      idempotency.close();
      lookupTables.close();
      captures.close();
      figures.close();
      const clients = [ledger, router, vaultProvider, ...Object.values(sources)];
      await Promise.all(clients.map((client) => client.close()));
      // After the ledger: a call that hangs would hold it up.
      await attribution.close();
      await store.close();
    },
  };
}
