import type { broadcast } from '../operations/broadcast.ts';
import type { ExamplesOf } from './example.ts';
import {
  DEACTIVATE_SIGNATURE,
  RASOL_MINT,
  SERVICE_TOKEN,
  SHORTENED_TRANSACTION,
  SIGNED_DEACTIVATE_TRANSACTION,
  SOL_MINT,
} from './example-values.ts';

const ACCEPTED = {
  signature: DEACTIVATE_SIGNATURE,
  explorer: `https://solscan.io/tx/${DEACTIVATE_SIGNATURE}`,
};

/** Exchanges of `POST /broadcast`. */
export const broadcastExamples: ExamplesOf<typeof broadcast> = {
  ok: [
    {
      summary: 'Straight to the ledger',
      body: { signed_tx: SIGNED_DEACTIVATE_TRANSACTION, service_token: SERVICE_TOKEN },
      answer: ACCEPTED,
    },
    {
      summary: 'Through the router that made the transaction',
      body: {
        signed_tx: SHORTENED_TRANSACTION,
        service_token: SERVICE_TOKEN,
        route: 'router',
        routerKind: 'token',
        router_order: {
          inp: SOL_MINT,
          out: RASOL_MINT,
          mode: 'ExactIn',
          inpAmt: '1500000000',
          outAmt: '1398862258',
        },
      },
      answer: ACCEPTED,
    },
  ],
};
