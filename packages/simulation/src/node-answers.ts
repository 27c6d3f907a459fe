import {
  CONFIRMED_DEPTH,
  type Fork,
  findLanded,
  heightOf,
  type Landed,
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
  /** Of what landed it says that it failed, of what failed that it landed, or that nothing landed. */
  lie: 'none' | 'failed' | 'landed' | 'absent';
  /** What it says of a trial, whatever is found: a refusal, none, that the message was executed, or that it cannot tell. */
  trial: 'none' | 'refuse' | 'pass' | 'processed' | 'unknown';
  /** Slots and blocks that it says it is ahead of where it is. */
  shift: number;
  /** Blocks that blockhashes are said to live longer than they do. */
  life: number;
  /** The branch that it is on, which will be given up: nothing of it gets confirmed. */
  fork: Fork | undefined;
};

type Asked = { readonly method: string; readonly params: readonly unknown[] };

const EPOCH_SLOTS = 432_000;
/** Blocks for which a node knows what landed without its history: agave `MAX_CACHE_ENTRIES`. */
const REMEMBERED_BLOCKS = 300;
const LOGS = ['Program 11111111111111111111111111111111 failed: custom program error: 0x0'];
/** How the ledger says that an account exists already which a payment would make. */
const ACCOUNT_TAKEN = { InstructionError: [2, { Custom: 0 }] };
const UNSIGNED = { error: { code: -32_003, message: 'signature verification failure' } };
const BEHIND = { error: { code: -32_016, message: 'behind' } };

/** The slots that a node knows, by its commitments, and what it makes of them. */
type Known = Pick<NodeState, 'lie' | 'shift'> & {
  readonly view: View;
  readonly told: View;
  readonly confirmed: number;
};

/** Answers one call as a node in this state does; the members of a body of JSON-RPC. */
export function answerRpc({ method, params }: Asked, state: NodeState, ledger: SimulatedLedger): object {
  const { fork, drops, lie, shift, life, trial } = state;
  const slot = ledger.slot() - state.lag;
  const known: Known = {
    view: { slot, fork },
    told: { slot: Math.min(slot - state.statusLag, state.statusEnd), fork },
    confirmed: newestOf({ slot, fork }) - CONFIRMED_DEPTH,
    ...{ lie, shift },
  };
  switch (method) {
    case 'getLatestBlockhash':
      return showBlockhash(known, life, ledger);
    case 'getEpochInfo':
      return showEpoch(known, ledger);
    case 'isBlockhashValid': {
      const of = ledger.slotOfBlockhash(String(params[0]));
      const value = of !== undefined && of <= newestOf(known.view) && slot <= of + LIFETIME;
      return { result: { context: { slot: slot + shift }, value } };
    }
    case 'getSignatureStatuses':
      return listStatuses(params[0] as string[], Object(params[1]), known, ledger);
    case 'getSignaturesForAddress':
      return listSignatures(String(params[0]), Object(params[1]), known, ledger);
    case 'getTransaction':
      return showTransaction(String(params[0]), known, ledger);
    case 'simulateTransaction':
      return simulate(String(params[0]), Object(params[1]), { ...known, trial }, ledger);
    case 'sendTransaction':
      return send(String(params[0]), Object(params[1]), { ...known, drops }, ledger);
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

function showBlockhash({ confirmed, shift }: Known, life: number, ledger: SimulatedLedger): object {
  const blockhash = ledger.textOfBlockhash(confirmed);
  const value = { blockhash, lastValidBlockHeight: heightOf(confirmed + shift) + LIFETIME + life };
  return { result: { context: { slot: confirmed + shift }, value } };
}

function showEpoch({ confirmed, shift }: Known, ledger: SimulatedLedger): object {
  const absoluteSlot = confirmed + shift;
  const blockHeight = heightOf(absoluteSlot);
  const epoch = { epoch: ledger.epoch(), slotIndex: absoluteSlot % EPOCH_SLOTS, slotsInEpoch: EPOCH_SLOTS };
  return { result: { ...epoch, absoluteSlot, blockHeight } };
}

/** The newest slot that it has in common with the ledger. */
function newestOf({ slot, fork }: View): number {
  return fork === undefined ? slot : Math.min(slot, fork.since);
}

/** What is confirmed, by the backend that tells what landed. */
function confirmedView({ told }: Known): View {
  return { slot: newestOf(told) - CONFIRMED_DEPTH, fork: undefined };
}

/** What a node says of a payment in a block; undefined where it denies that it is in one. */
function tellError(
  payment: Payment,
  landed: Landed | undefined,
  lie: NodeState['lie'],
): object | string | null | undefined {
  if (landed === undefined || lie === 'absent') return undefined;
  if (lie === 'failed' && !landed.isFailed) return ACCOUNT_TAKEN;
  if (lie === 'landed' || !landed.isFailed) return null;
  return payment.isDoomed ? 'InsufficientFundsForRent' : ACCOUNT_TAKEN;
}

type StatusOptions = { readonly searchTransactionHistory?: boolean };

function listStatuses(
  signatures: readonly string[],
  { searchTransactionHistory = false }: StatusOptions,
  known: Known,
  ledger: SimulatedLedger,
): object {
  const { told, lie, shift } = known;
  const confirmed = confirmedView(known);
  const value = signatures.map((signature) => {
    const payment = ledger.find(signature);
    const landed = payment && findLanded(payment, told);
    const err = payment && tellError(payment, landed, lie);
    if (payment === undefined || landed === undefined || err === undefined) return null;
    if (!searchTransactionHistory && landed.slot + REMEMBERED_BLOCKS < told.slot) return null;
    const isConfirmed = findLanded(payment, confirmed) !== undefined;
    return { err, confirmationStatus: isConfirmed ? 'confirmed' : 'processed' };
  });
  return { result: { context: { slot: told.slot + shift }, value } };
}

type ListOptions = { readonly minContextSlot?: number };

function listSignatures(
  address: string,
  { minContextSlot = 0 }: ListOptions,
  known: Known,
  ledger: SimulatedLedger,
): object {
  const view = confirmedView(known);
  if (minContextSlot > view.slot + known.shift) return BEHIND;
  const listed = ledger.listLanded(address, view).map((payment) => ({
    signature: payment.transaction.signature,
    err: tellError(payment, payment.landed, known.lie),
    slot: payment.landed?.slot,
  }));
  return { result: listed.filter(({ err }) => err !== undefined) };
}

function showTransaction(signature: string, known: Known, ledger: SimulatedLedger): object {
  const payment = ledger.find(signature);
  const landed = payment && findLanded(payment, confirmedView(known));
  const err = payment && tellError(payment, landed, known.lie);
  if (payment === undefined || landed === undefined || err === undefined) return { result: null };
  const meta = { err, fee: 5_000, preBalances: [], postBalances: [], logMessages: LOGS };
  return { result: { slot: landed.slot, transaction: [payment.transaction.base64, 'base64'], meta } };
}

type SendOptions = { readonly skipPreflight?: boolean; readonly minContextSlot?: number };

function send(
  base64: string,
  options: SendOptions,
  { view, confirmed, drops, shift }: Known & Pick<NodeState, 'drops'>,
  ledger: SimulatedLedger,
): object {
  const signature = readSignature(base64);
  const payment = ledger.find(signature);
  if (payment === undefined) return { error: { code: -32_602, message: 'unknown' } };
  if (options.skipPreflight !== true) {
    if ((options.minContextSlot ?? 0) > confirmed + shift) return BEHIND;
    const err = preflight(payment, view, ledger);
    if (err !== undefined) {
      const logs = typeof err === 'object' ? LOGS : [];
      return { error: { code: -32_002, message: 'simulation', data: { err, logs } } };
    }
  }
  if (!drops) ledger.forward(base64, 0, view.fork);
  return { result: signature };
}

type SimulateOptions = SendOptions & { readonly sigVerify?: boolean; readonly commitment?: string };

/** Tries a message, signed or not, in the state of a commitment; keeps nothing. */
function simulate(
  base64: string,
  options: SimulateOptions,
  { view, confirmed, shift, trial }: Known & Pick<NodeState, 'trial'>,
  ledger: SimulatedLedger,
): object {
  const payment = ledger.findByMessage(base64);
  if (payment === undefined) return { error: { code: -32_602, message: 'unknown' } };
  const at = options.commitment === 'processed' ? view : { slot: confirmed, fork: undefined };
  if ((options.minContextSlot ?? 0) > at.slot + shift) return BEHIND;
  if (options.sigVerify === true && ledger.find(readSignature(base64)) === undefined) return UNSIGNED;
  const err = lieOfTrial(trial, preflight(payment, at, ledger, at === view ? CONFIRMED_DEPTH : 0));
  const value = { err: err ?? null, logs: typeof err === 'object' ? LOGS : [], unitsConsumed: 0 };
  return { result: { context: { slot: at.slot + shift }, value } };
}

function lieOfTrial(
  trial: NodeState['trial'],
  err: string | object | undefined,
): string | object | undefined {
  switch (trial) {
    case 'none':
      return err;
    case 'pass':
      return undefined;
    case 'refuse':
      return ACCOUNT_TAKEN;
    case 'processed':
      return 'AlreadyProcessed';
    case 'unknown':
      return 'BlockhashNotFound';
  }
}

/**
 * What a node with this view finds when it tries a payment; undefined where it would succeed.
 *
 * @param depth - slots before the view that balances are of.
 */
export function preflight(
  payment: Payment,
  view: View,
  ledger: SimulatedLedger,
  depth = CONFIRMED_DEPTH,
): string | object | undefined {
  const { blockhashSlot, wallet } = payment;
  if (view.slot > blockhashSlot + LIFETIME || newestOf(view) < blockhashSlot) return 'BlockhashNotFound';
  if (ledger.findExecuted(payment, view) !== undefined) return 'AlreadyProcessed';
  if (view.slot - depth < wallet.fundedFrom) return 'InsufficientFundsForFee';
  return ledger.isAccountTaken(payment, view) ? ACCOUNT_TAKEN : undefined;
}
