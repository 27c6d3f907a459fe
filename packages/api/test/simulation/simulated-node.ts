import { base58 } from '@scure/base';
import type { Clock } from '../../src/background/clock.ts';
import type { HttpAnswer, HttpEndpoint } from '../../src/upstreams/http.ts';
import { UpstreamFault } from '../../src/upstreams/upstream-fault.ts';
import type { Dice } from './dice.ts';
import type { Payment, SimulatedLedger } from './simulated-ledger.ts';

/** What is wrong with a node, or with the gateway before it. */
export type NodeFaults = {
  /** Of calls that carry bytes: the gateway answers 504 after or before it passes them on, or nothing answers. */
  send: 'none' | '504 after' | '504 before' | 'hang' | 'refuse';
  /** Of reads of statuses. */
  status: 'none' | '429' | 'hang';
  /** Slots it is behind. */
  lag: number;
  /** Slots that the backend which answers statuses is behind the one that answers heights. */
  statusLag: number;
};

/** A planted fault of the service: what it would see, or do, if a rule were missing. */
export type Plant =
  | 'none'
  | '504 as not sent'
  | 'unread as absent'
  | 'absent at any slot'
  | 'no margin'
  | 'no outbox'
  | 'no holder check';

/** One RPC endpoint over the simulated ledger. */
export type SimulatedNode = {
  readonly faults: NodeFaults;
  open(clock: Clock): HttpEndpoint;
};

type Asked = { readonly id: number; readonly method: string; readonly params: readonly never[] };
type Parts = {
  readonly ledger: SimulatedLedger;
  readonly dice: Dice;
  readonly world: Clock;
  readonly plant: Plant;
};
/** A body of JSON-RPC, a status of the gateway, or how the connection fails. */
type Said = object | number | 'hang' | 'refuse';

const BLOCKHASH = base58.encode(new Uint8Array(32).fill(7));
const CONFIRMED_DEPTH = 2;

/** Makes a node without faults. */
export function createSimulatedNode(parts: Parts): SimulatedNode {
  const { dice, world } = parts;
  const faults: NodeFaults = { send: 'none', status: 'none', lag: 0, statusLag: 0 };
  return {
    faults,
    open: (clock) => ({
      send({ body = '', milliseconds }) {
        const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
        clock.after(milliseconds, () => reject(new UpstreamFault('ledger', 'timeout')));
        // On the way there nobody can stop it; on the way back its asker may be gone.
        world.after(dice.between(5, 40), () => {
          const asked = JSON.parse(body) as Asked;
          const said = sayThroughGateway(asked, faults, parts);
          if (said === 'hang') return;
          clock.after(dice.between(5, 40), () => {
            if (said === 'refuse') reject(new UpstreamFault('ledger', 'unreachable'));
            else resolve(createAnswer(said, asked));
          });
        });
        return promise;
      },
      close: async () => undefined,
    }),
  };
}

function createAnswer(said: object | number | string, { id }: Asked): HttpAnswer {
  if (typeof said === 'number') return { status: said, text: '', retryAfter: undefined };
  return {
    status: 200,
    text: JSON.stringify({ jsonrpc: '2.0', id, ...Object(said) }),
    retryAfter: undefined,
  };
}

function sayThroughGateway(asked: Asked, faults: NodeFaults, parts: Parts): Said {
  if (asked.method === 'sendTransaction' && faults.send !== 'none') {
    return sayOfBytes(String(asked.params[0]), faults.send, parts);
  }
  if (asked.method !== 'getSignatureStatuses' || faults.status === 'none') return say(asked, faults, parts);
  const { ledger, plant } = parts;
  if (plant === 'unread as absent') return listStatuses(asked.params[0], -1, ledger.slot(), ledger);
  return faults.status === 'hang' ? 'hang' : 429;
}

function sayOfBytes(base64: string, fault: NodeFaults['send'], { ledger, dice, plant }: Parts): Said {
  if (fault === 'refuse') return 'refuse';
  const isOut = fault === '504 after' || (fault === 'hang' && dice.chance(0.5));
  if (isOut) ledger.forward(base64, dice.between(1_000, 9_000));
  if (fault === 'hang') return 'hang';
  return plant === '504 as not sent' ? 'refuse' : 504;
}

function say({ method, params }: Asked, faults: NodeFaults, { ledger, plant }: Parts): object {
  const processed = ledger.slot() - faults.lag;
  const confirmed = processed - CONFIRMED_DEPTH;
  switch (method) {
    case 'getLatestBlockhash': {
      const value = { blockhash: BLOCKHASH, lastValidBlockHeight: confirmed + 150 };
      return { result: { context: { slot: confirmed }, value } };
    }
    case 'getEpochInfo': {
      const epoch = { epoch: 1, slotIndex: 1, slotsInEpoch: 432_000 };
      return { result: { ...epoch, absoluteSlot: confirmed, blockHeight: confirmed } };
    }
    case 'getSignatureStatuses': {
      const at = processed - faults.statusLag;
      return listStatuses(params[0] as never, at, plant === 'absent at any slot' ? processed : at, ledger);
    }
    case 'sendTransaction':
      return send(String(params[0]), Object(params[1]), processed, ledger);
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

function listStatuses(signatures: unknown, at: number, slot: number, ledger: SimulatedLedger): object {
  const value = (signatures as string[]).map((signature) => ledger.statusAt(signature, at));
  return { result: { context: { slot }, value } };
}

type SendOptions = { readonly skipPreflight?: boolean; readonly minContextSlot?: number };

function send(base64: string, options: SendOptions, processed: number, ledger: SimulatedLedger): object {
  const signature = base58.encode(Buffer.from(base64, 'base64').subarray(1, 65));
  const payment = ledger.find(signature);
  if (payment === undefined) return { error: { code: -32_602, message: 'unknown' } };
  if (options.skipPreflight !== true) {
    const confirmed = processed - CONFIRMED_DEPTH;
    if ((options.minContextSlot ?? 0) > confirmed) return { error: { code: -32_016, message: 'behind' } };
    const err = preflight(payment, processed, ledger);
    if (err !== undefined) {
      return { error: { code: -32_002, message: 'simulation', data: { err, logs: [] } } };
    }
  }
  ledger.forward(base64, 0);
  return { result: signature };
}

function preflight(
  { transaction, trueLastHeight, wallet }: Payment,
  processed: number,
  ledger: SimulatedLedger,
): string | undefined {
  if (ledger.statusAt(transaction.signature, processed) !== null) return 'AlreadyProcessed';
  if (processed > trueLastHeight) return 'BlockhashNotFound';
  return processed - CONFIRMED_DEPTH < wallet.fundedFrom ? 'InsufficientFundsForFee' : undefined;
}
