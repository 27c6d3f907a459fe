import type { Plant } from './plant.ts';
import {
  CONFIRMED_DEPTH,
  type Fork,
  findLanded,
  heightOf,
  LIFETIME,
  type Payment,
  readSignature,
  type SimulatedLedger,
  type View,
} from './simulated-ledger.ts';

/** How far a node is behind the ledger, and what it does with bytes. */
export type NodeState = {
  /** Slots it is behind. */
  lag: number;
  /** Slots that the backend which tells what landed is behind the one that answers heights. */
  statusLag: number;
  /** The slot at which that backend stands still. */
  statusEnd: number;
  /** Says that it took bytes, and forgets them. */
  drops: boolean;
  /** The branch that it is on, which will be given up: nothing of it gets confirmed. */
  fork: Fork | undefined;
};

/** What a node answers from. */
export type AnswerParts = {
  readonly ledger: SimulatedLedger;
  readonly plant: Plant;
  /** Whether what it tells of statuses is said to be of now. */
  readonly isLiar?: boolean;
};

type Asked = { readonly method: string; readonly params: readonly unknown[] };

const EPOCH_SLOTS = 432_000;
/** Blocks for which a node knows what landed without its history: agave `MAX_CACHE_ENTRIES`. */
const REMEMBERED_BLOCKS = 300;
const LOGS = ['Program 11111111111111111111111111111111 failed: custom program error: 0x0'];
/** How the ledger says that an account exists already which a payment would make. */
const ACCOUNT_TAKEN = { InstructionError: [2, { Custom: 0 }] };
const BEHIND = { error: { code: -32_016, message: 'behind' } };

/** The slots that a node knows, by its commitments. */
type Known = { readonly view: View; readonly told: View; readonly confirmed: number };

/** Answers one call as a node in this state does; the members of a body of JSON-RPC. */
export function answerRpc({ method, params }: Asked, state: NodeState, parts: AnswerParts): object {
  const { ledger } = parts;
  const { fork, drops } = state;
  const slot = ledger.slot() - state.lag;
  const known: Known = {
    view: { slot, fork },
    told: { slot: Math.min(slot - state.statusLag, state.statusEnd), fork },
    confirmed: newestOf({ slot, fork }) - CONFIRMED_DEPTH,
  };
  switch (method) {
    case 'getLatestBlockhash':
      return showBlockhash(known, ledger);
    case 'getEpochInfo':
      return showEpoch(known, parts);
    case 'isBlockhashValid': {
      const of = ledger.slotOfBlockhash(String(params[0]));
      const value = of !== undefined && of <= newestOf(known.view) && slot <= of + LIFETIME;
      return { result: { context: { slot }, value } };
    }
    case 'getSignatureStatuses':
      return listStatuses(params[0] as string[], Object(params[1]), known, parts);
    case 'getSignaturesForAddress':
      return listSignatures(String(params[0]), Object(params[1]), confirmedView(known), ledger);
    case 'getTransaction':
      return showTransaction(String(params[0]), confirmedView(known), ledger);
    case 'sendTransaction':
      return send(String(params[0]), Object(params[1]), { ...known, drops }, ledger);
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

function showBlockhash({ confirmed }: Known, ledger: SimulatedLedger): object {
  const blockhash = ledger.textOfBlockhash(confirmed);
  const value = { blockhash, lastValidBlockHeight: heightOf(confirmed) + LIFETIME };
  return { result: { context: { slot: confirmed }, value } };
}

function showEpoch({ confirmed }: Known, { ledger, plant }: AnswerParts): object {
  const blockHeight = plant === 'ends not proved' ? 0 : heightOf(confirmed);
  const epoch = { epoch: ledger.epoch(), slotIndex: confirmed % EPOCH_SLOTS, slotsInEpoch: EPOCH_SLOTS };
  return { result: { ...epoch, absoluteSlot: confirmed, blockHeight } };
}

/** The newest slot that it has in common with the ledger. */
function newestOf({ slot, fork }: View): number {
  return fork === undefined ? slot : Math.min(slot, fork.since);
}

/** What is confirmed, by the backend that tells what landed. */
function confirmedView({ told }: Known): View {
  return { slot: newestOf(told) - CONFIRMED_DEPTH, fork: undefined };
}

function getError(payment: Payment, isFailed: boolean): object | string | null {
  if (!isFailed) return null;
  return payment.isDoomed ? 'InsufficientFundsForRent' : ACCOUNT_TAKEN;
}

type StatusOptions = { readonly searchTransactionHistory?: boolean };

function listStatuses(
  signatures: readonly string[],
  { searchTransactionHistory = false }: StatusOptions,
  known: Known,
  { ledger, plant, isLiar = false }: AnswerParts,
): object {
  const { told, view } = known;
  const confirmed = confirmedView(known);
  const value = signatures.map((signature) => {
    const payment = ledger.find(signature);
    const landed = payment && findLanded(payment, told);
    if (payment === undefined || landed === undefined) return null;
    if (!searchTransactionHistory && landed.slot + REMEMBERED_BLOCKS < told.slot) return null;
    const isConfirmed = plant === 'processed as confirmed' || findLanded(payment, confirmed) !== undefined;
    const err = getError(payment, landed.isFailed);
    return { err, confirmationStatus: isConfirmed ? 'confirmed' : 'processed' };
  });
  const { slot } = isLiar || plant === 'absent at any slot' ? view : told;
  return { result: { context: { slot }, value } };
}

type ListOptions = { readonly minContextSlot?: number };

function listSignatures(
  address: string,
  { minContextSlot = 0 }: ListOptions,
  view: View,
  ledger: SimulatedLedger,
): object {
  if (minContextSlot > view.slot) return BEHIND;
  const listed = ledger.listLanded(address, view).map((payment) => ({
    signature: payment.transaction.signature,
    err: getError(payment, payment.landed?.isFailed === true),
    slot: payment.landed?.slot,
  }));
  return { result: listed };
}

function showTransaction(signature: string, view: View, ledger: SimulatedLedger): object {
  const payment = ledger.find(signature);
  const landed = payment && findLanded(payment, view);
  if (payment === undefined || landed === undefined) return { result: null };
  const err = getError(payment, landed.isFailed);
  const meta = { err, fee: 5_000, preBalances: [], postBalances: [], logMessages: LOGS };
  return { result: { slot: landed.slot, transaction: [payment.transaction.base64, 'base64'], meta } };
}

type SendOptions = { readonly skipPreflight?: boolean; readonly minContextSlot?: number };

function send(
  base64: string,
  options: SendOptions,
  { view, confirmed, drops }: Known & Pick<NodeState, 'drops'>,
  ledger: SimulatedLedger,
): object {
  const signature = readSignature(base64);
  const payment = ledger.find(signature);
  if (payment === undefined) return { error: { code: -32_602, message: 'unknown' } };
  if (options.skipPreflight !== true) {
    if ((options.minContextSlot ?? 0) > confirmed) return BEHIND;
    const err = preflight(payment, view, ledger);
    if (err !== undefined) {
      const logs = typeof err === 'object' ? LOGS : [];
      return { error: { code: -32_002, message: 'simulation', data: { err, logs } } };
    }
  }
  if (!drops) ledger.forward(base64, 0, view.fork);
  return { result: signature };
}

/** What a node with this view finds when it tries a payment; undefined where it would succeed. */
export function preflight(
  payment: Payment,
  view: View,
  ledger: SimulatedLedger,
): string | object | undefined {
  const { blockhashSlot, wallet } = payment;
  if (view.slot > blockhashSlot + LIFETIME || newestOf(view) < blockhashSlot) return 'BlockhashNotFound';
  if (findLanded(payment, view) !== undefined) return 'AlreadyProcessed';
  if (view.slot - CONFIRMED_DEPTH < wallet.fundedFrom) return 'InsufficientFundsForFee';
  return ledger.isAccountTaken(payment, view) ? ACCOUNT_TAKEN : undefined;
}
