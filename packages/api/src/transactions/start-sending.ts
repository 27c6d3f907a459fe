import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import type { Config } from '../config/config.ts';
import type { Random } from '../keys/random.ts';
import type { TokenKey } from '../keys/token-key.ts';
import type { Switches } from '../operator/watch-stops.ts';
import { createBuildForms } from '../store/build-forms.ts';
import type { Store } from '../store/index.ts';
import { createPendingTransactions } from '../store/pending-transactions.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { Router } from '../upstreams/router/router.ts';
import { assertLanded } from './assert-landed.ts';
import { assertLeast, type LeastPorts, type Promised } from './assert-least.ts';
import { assertReplaceable, type Replaced } from './assert-replaceable.ts';
import { createClaimMessage } from './claim-message.ts';
import { type Edited, findEditedLifetime } from './find-edited-lifetime.ts';
import { startFormGate } from './form-gate.ts';
import { type Mortal, readFate } from './landing.ts';
import { createMakeUnique } from './make-unique.ts';
import { createOtherForms } from './other-forms.ts';
import { createOutbox } from './outbox.ts';
import { startResender } from './resender.ts';
import { explainExecuted } from './status/refuse-failed.ts';
import { createTransactionStatus } from './status/transaction-status.ts';
import { createSubmitter } from './submit.ts';
import { createRouterSubmitter } from './submit-to-router.ts';

/** What sending needs. */
export type SendingPorts = {
  readonly ledger: LedgerClient;
  readonly router: Router;
  readonly blockhash: BlockhashFeed;
  readonly signatureFee: LeastPorts['signatureFee'];
  readonly config: Pick<Config, 'deployment' | 'instantExitLossBps'>;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokenKeys: readonly TokenKey[];
  /** Called at each resend. */
  readonly onResend: () => void;
  readonly switches: Pick<Switches, 'stopDatabase'>;
};

/** No block is as high: nothing of this height is ever called dead. */
const NO_END = 2n ** 64n;

/** Starts what sends transactions and follows them to their end. */
export function startSending(ports: SendingPorts) {
  const { ledger, router, blockhash, store, log, clock, config, random, signatureFee, tokenKeys, onResend } =
    ports;
  const { switches } = ports;
  const pending = createPendingTransactions(store);
  const outbox = createOutbox({ pending, log, clock, random, onSetBack: switches.stopDatabase });
  const resender = startResender({ ledger, blockhash, outbox, log, clock, onResend });
  const buildForms = createBuildForms(store);
  const forms = startFormGate({ ledger, blockhash, forms: buildForms, outbox, clock, log });
  const otherForms = createOtherForms({ ledger, blockhash, forms, tokenKeys, clock, log });
  const claimMessage = createClaimMessage({ forms: buildForms, clock, log });
  const isFollowed = (signature: string) => resender.getState(signature) !== undefined;
  const wasSent = async (signature: string) => isFollowed(signature) || (await outbox.isKnown(signature));
  // While it is unknown whether it was sent, the minimum is enforced: after the death of a replica none would hold for minutes.
  const isSurelySent = async (signature: string) =>
    isFollowed(signature) || (await outbox.isStored(signature));
  return {
    /** Forgets old builds no more. */
    close: forms.close,
    /** Waits until nothing is sent any more, at most `milliseconds`. */
    drain: resender.drain,
    /** What endpoints ask of it. */
    operations: {
      forms,
      otherForms,
      makeUnique: createMakeUnique({ claimMessage, blockhash, clock }),
      assertLanded: (mortal: Mortal) => assertLanded(mortal, { ledger, blockhash, resender, outbox, clock }),
      wasSent,
      isAbsent: async (signature: string) =>
        (await readFate({ signature, lastValidBlockHeight: NO_END }, { ledger, blockhash })).kind ===
        'absent',
      assertLeast: (promised: Promised) =>
        assertLeast(promised, { ...config, ledger, blockhash, clock, random, signatureFee, isSurelySent }),
      explainExecuted: (signature: string) => explainExecuted(signature, { ledger }),
      findEditedLifetime: (edited: Edited) => findEditedLifetime(edited, { ledger, outbox, blockhash }),
      assertReplaceable: (replaced: Replaced) => assertReplaceable(replaced, { ledger, blockhash, forms }),
      transactionStatus: createTransactionStatus({ ledger, blockhash, resender, outbox, otherForms, clock }),
      submit: createSubmitter({ ledger, blockhash, resender, outbox, clock, config }),
      submitToRouter: createRouterSubmitter({
        router,
        ledger,
        blockhash,
        resender,
        outbox,
        log,
        clock,
        config,
      }),
    },
  };
}
