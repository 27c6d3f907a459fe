import type { SignedTransaction } from '../../api/src/builds/message.ts';
import type { Dice } from './dice.ts';
import type { Payment, SimulatedLedger } from './simulated-ledger.ts';
import { type MessageParts, type Wallet, writeMessage } from './wallet.ts';

/** What a build is asked for. */
export type Purpose = {
  readonly wallet: Wallet;
  readonly route: 'rpc' | 'router';
  /** Of which the ledger lets only one be made, whatever is built for it. */
  readonly account: string | undefined;
  /** The referral code that it comes with. */
  readonly code: string | undefined;
  /** What it stakes, in base units of the asset. */
  readonly amount: bigint;
};

/** A build with its token; the transaction is not signed yet. */
export type Built = Purpose & {
  readonly transaction: SignedTransaction;
  readonly token: string;
  readonly parts: MessageParts;
  /** Names the first of all builds that it came of by refreshes. */
  readonly root: string;
  readonly blockhashSlot: number;
  /** As the answer says. */
  readonly lastValidBlockHeight: bigint;
};

/** Slots that the blockhash of a wallet may be older than the newest. */
const OLDER_SLOTS = 3;

/** Signs, as built or with the newest blockhash there is, as some wallets do. */
export function sign(built: Built, dice: Dice, ledger: SimulatedLedger): Payment {
  // What the service has signed too is left as it is.
  if (built.account === undefined && dice.chance(0.25)) return edit(built, dice, ledger);
  return signUnchanged(built, dice, ledger);
}

/** Signs as built. */
export function signUnchanged(built: Built, dice: Dice, ledger: SimulatedLedger): Payment {
  return register(built, built.transaction.message, built.blockhashSlot, dice, ledger);
}

/** Signs with the newest blockhash there is. */
export function edit(built: Built, dice: Dice, ledger: SimulatedLedger): Payment {
  const blockhashSlot = ledger.slot() - dice.between(0, OLDER_SLOTS);
  const blockhash = ledger.blockhashOf(blockhashSlot);
  return register(built, writeMessage({ ...built.parts, blockhash }), blockhashSlot, dice, ledger);
}

function register(
  { wallet, account, code, amount, root }: Built,
  message: Uint8Array,
  blockhashSlot: number,
  dice: Dice,
  ledger: SimulatedLedger,
): Payment {
  const [transaction, isDoomed] = [wallet.sign(message), dice.chance(0.05)];
  const asks = { asked: 0, asking: 0 };
  return ledger.register({
    ...{ transaction, wallet, blockhashSlot, account, code, amount, root, isDoomed, ...asks },
  });
}
