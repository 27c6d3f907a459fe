import { base58 } from '@scure/base';
import type { Clock } from '../../src/background/clock.ts';
import type { HttpAnswer, HttpEndpoint } from '../../src/upstreams/http.ts';
import { UpstreamFault } from '../../src/upstreams/upstream-fault.ts';
import type { Dice } from './dice.ts';
import type { Plant } from './plant.ts';
import { CONFIRMED_DEPTH, LIFETIME, type Payment, type SimulatedLedger } from './simulated-ledger.ts';

/** What is wrong with a node, or with the gateway before it. */
export type NodeFaults = {
  /** Of calls that carry bytes: the gateway answers 504 after or before it passes them on, or nothing answers. */
  send: 'none' | '504 after' | '504 before' | 'hang' | 'refuse';
  /** Of reads of what landed. */
  status: 'none' | '429' | 'hang';
  /** Slots it is behind. */
  lag: number;
  /** Slots that the backend which tells what landed is behind the one that answers heights. */
  statusLag: number;
};

/** One RPC endpoint over the simulated ledger. */
export type SimulatedNode = {
  readonly faults: NodeFaults;
  open(clock: Clock): HttpEndpoint;
};

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
/** What a simulated system behind a gateway is made of. */
export type GatewayParts = {
  readonly ledger: SimulatedLedger;
  readonly dice: Dice;
  readonly world: Clock;
  readonly plant: Plant;
};
/** A body of JSON-RPC, a status of the gateway, or how the connection fails. */
type Said = object | number | 'hang' | 'refuse';

const BLOCKHASH = base58.encode(new Uint8Array(32).fill(7));
const ABOUT_LANDED: ReadonlySet<string> = new Set([
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getTransaction',
]);

/** Makes a node without faults. */
export function createSimulatedNode(parts: GatewayParts): SimulatedNode {
  const { dice, world } = parts;
  const faults: NodeFaults = { send: 'none', status: 'none', lag: 0, statusLag: 0 };
  return {
    faults,
    open: (clock) => ({
      send({ body = '', milliseconds }) {
        const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
        const timeout = clock.after(milliseconds, () => reject(new UpstreamFault('ledger', 'timeout')));
        // On the way there nobody can stop it; on the way back its asker may be gone.
        world.after(dice.between(5, 40), () => {
          const asked = JSON.parse(body) as Asked;
          const said = sayThroughGateway(asked, faults, parts);
          if (said === 'hang') return;
          clock.after(dice.between(5, 40), () => {
            timeout.cancel();
            if (said === 'refuse') reject(new UpstreamFault('ledger', 'unreachable'));
            else resolve(writeAnswer(said, asked));
          });
        });
        return promise;
      },
      close: async () => undefined,
    }),
  };
}

function writeAnswer(said: object | number | string, { id }: Asked): HttpAnswer {
  if (typeof said === 'number') return { status: said, text: '', retryAfter: undefined };
  return {
    status: 200,
    text: JSON.stringify({ jsonrpc: '2.0', id, ...Object(said) }),
    retryAfter: undefined,
  };
}

function sayThroughGateway(asked: Asked, faults: NodeFaults, parts: GatewayParts): Said {
  const { method, params } = asked;
  if (method === 'sendTransaction' && faults.send !== 'none') {
    return sayOfBytes(String(params[0]), faults.send, parts);
  }
  if (!ABOUT_LANDED.has(method) || faults.status === 'none') return say(asked, faults, parts);
  const { ledger, plant } = parts;
  if (plant === 'unread as absent' && method === 'getSignatureStatuses') {
    return listStatuses(params[0], -1, ledger.slot(), ledger);
  }
  return faults.status === 'hang' ? 'hang' : 429;
}

function sayOfBytes(base64: string, fault: NodeFaults['send'], { ledger, dice, plant }: GatewayParts): Said {
  if (fault === 'refuse') return 'refuse';
  const isOut = fault === '504 after' || (fault === 'hang' && dice.chance(0.5));
  if (isOut) ledger.forward(base64, dice.between(1_000, 9_000));
  if (fault === 'hang') return 'hang';
  return plant === '504 as not sent' ? 'refuse' : 504;
}

function say({ method, params }: Asked, faults: NodeFaults, { ledger, plant }: GatewayParts): object {
  const processed = ledger.slot() - faults.lag;
  const confirmed = processed - CONFIRMED_DEPTH;
  const told = processed - faults.statusLag;
  switch (method) {
    case 'getLatestBlockhash': {
      const value = { blockhash: BLOCKHASH, lastValidBlockHeight: confirmed + LIFETIME };
      return { result: { context: { slot: confirmed }, value } };
    }
    case 'getEpochInfo': {
      const epoch = { epoch: 1, slotIndex: 1, slotsInEpoch: 432_000 };
      return { result: { ...epoch, absoluteSlot: confirmed, blockHeight: confirmed } };
    }
    case 'isBlockhashValid': {
      const of = ledger.slotOfBlockhash(String(params[0]));
      const value = of !== undefined && of <= processed && processed <= of + LIFETIME;
      return { result: { context: { slot: processed }, value } };
    }
    case 'getSignatureStatuses':
      return listStatuses(params[0], told, plant === 'absent at any slot' ? processed : told, ledger);
    case 'getSignaturesForAddress':
      return listSignatures(String(params[0]), Object(params[1]), told - CONFIRMED_DEPTH, ledger);
    case 'getTransaction':
      return showTransaction(String(params[0]), told - CONFIRMED_DEPTH, ledger);
    case 'sendTransaction':
      return send(String(params[0]), Object(params[1]), processed, ledger);
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

const LOGS = ['Program 11111111111111111111111111111111 failed: custom program error: 0x0'];
/** How the ledger says that an account exists already which a payment would make. */
const ACCOUNT_TAKEN = { InstructionError: [2, { Custom: 0 }] };

function getError({ landed, isDoomed }: Payment): object | string | null {
  if (landed?.isFailed !== true) return null;
  return isDoomed ? 'InsufficientFundsForRent' : ACCOUNT_TAKEN;
}

function listStatuses(signatures: unknown, at: number, slot: number, ledger: SimulatedLedger): object {
  const value = (signatures as string[]).map((signature) => {
    const payment = ledger.find(signature);
    if (payment?.landed === undefined || payment.landed.slot > at) return null;
    const isConfirmed = payment.landed.slot <= at - CONFIRMED_DEPTH;
    return { err: getError(payment), confirmationStatus: isConfirmed ? 'confirmed' : 'processed' };
  });
  return { result: { context: { slot }, value } };
}

type ListOptions = { readonly minContextSlot?: number };

function listSignatures(
  address: string,
  { minContextSlot = 0 }: ListOptions,
  at: number,
  ledger: SimulatedLedger,
): object {
  if (minContextSlot > at) return { error: { code: -32_016, message: 'behind' } };
  const listed = ledger.listLanded(address, at).map((payment) => ({
    signature: payment.transaction.signature,
    err: getError(payment),
    slot: payment.landed?.slot,
  }));
  return { result: listed };
}

function showTransaction(signature: string, at: number, ledger: SimulatedLedger): object {
  const payment = ledger.find(signature);
  if (payment?.landed === undefined || payment.landed.slot > at) return { result: null };
  const meta = { err: getError(payment), fee: 5_000, preBalances: [], postBalances: [], logMessages: LOGS };
  return {
    result: { slot: payment.landed.slot, transaction: [payment.transaction.base64, 'base64'], meta },
  };
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
      const logs = typeof err === 'object' ? LOGS : [];
      return { error: { code: -32_002, message: 'simulation', data: { err, logs } } };
    }
  }
  ledger.forward(base64, 0);
  return { result: signature };
}

/** What a node that knows the ledger up to a slot finds when it tries a payment; undefined where it would succeed. */
export function preflight(
  payment: Payment,
  processed: number,
  ledger: SimulatedLedger,
): string | object | undefined {
  const { landed, blockhashSlot, wallet } = payment;
  if (landed !== undefined && landed.slot <= processed) return 'AlreadyProcessed';
  if (processed > blockhashSlot + LIFETIME || processed < blockhashSlot) return 'BlockhashNotFound';
  if (processed - CONFIRMED_DEPTH < wallet.fundedFrom) return 'InsufficientFundsForFee';
  return ledger.isAccountTaken(payment, processed) ? ACCOUNT_TAKEN : undefined;
}
