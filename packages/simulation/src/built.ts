import type { TokenContents } from '../../src/transactions/service-token.ts';
import { readSignedTransaction, type SignedTransaction } from '../../src/transactions/signed-transaction.ts';
import type { Dice } from './dice.ts';
import { type MessageParts, writeMessage } from './message.ts';
import { CONFIRMED_DEPTH, LIFETIME, type Payment, type SimulatedLedger } from './simulated-ledger.ts';
import type { Wallet } from './wallet.ts';

/** A build with its token; the transaction is not signed yet. */
export type Built = {
  readonly transaction: SignedTransaction;
  readonly token: string;
  readonly wallet: Wallet;
  readonly route: 'rpc' | 'router';
  /** Of which the ledger lets only one be made, whatever is built for it. */
  readonly account: string | undefined;
  readonly parts: MessageParts;
  readonly blockhashSlot: number;
};

/** Issues the token of a message. */
export type Issue = (
  message: Uint8Array,
  contents: Pick<TokenContents, 'route' | 'lastValidBlockHeight' | 'contextSlot'>,
) => string;

/** What a build is made with. */
export type BuildParts = {
  readonly dice: Dice;
  readonly ledger: SimulatedLedger;
  readonly replicas: readonly { readonly issue: Issue }[];
};

/** A blockhash of the router may be newer than the service knew: so many blocks. */
const NEWER_BLOCKS = 8;
/** Slots that the blockhash of a wallet may be older than the newest. */
const OLDER_SLOTS = 3;

/** Builds a payment: what the service would make for the one purpose of a caller. */
export function build(
  { wallet, route, account }: Pick<Built, 'wallet' | 'route' | 'account'>,
  { dice, ledger, replicas }: BuildParts,
): Built {
  const contextSlot = ledger.slot() - CONFIRMED_DEPTH;
  const blockhashSlot = contextSlot + dice.between(0, NEWER_BLOCKS);
  const parts: MessageParts = {
    payer: wallet.publicKey,
    blockhash: ledger.makeBlockhash(blockhashSlot),
    unitLimit: 10_000 + dice.between(0, 999),
    unitPrice: 20_000 + dice.between(0, 999),
    data: Buffer.from(account ?? wallet.name),
  };
  const message = writeMessage(parts);
  const transaction = readSignedTransaction(
    Buffer.concat([Buffer.of(1), Buffer.alloc(64), message]).toString('base64'),
  );
  const token = dice.pick(replicas).issue(message, {
    route: route === 'router' ? 'token' : 'rpc',
    lastValidBlockHeight: BigInt(contextSlot + LIFETIME),
    contextSlot: BigInt(contextSlot),
  });
  return { transaction, token, wallet, route, account, parts, blockhashSlot };
}

/** Signs, as built or with the newest blockhash there is, as some wallets do. */
export function sign(built: Built, parts: BuildParts): Payment {
  // What the service has signed too is left as it is.
  if (built.account === undefined && parts.dice.chance(0.25)) return edit(built, parts);
  return register(built, { message: built.transaction.message, blockhashSlot: built.blockhashSlot }, parts);
}

/** Signs with the newest blockhash there is. */
export function edit(built: Built, parts: BuildParts): Payment {
  const { dice, ledger } = parts;
  const blockhashSlot = ledger.slot() - dice.between(0, OLDER_SLOTS);
  const message = writeMessage({ ...built.parts, blockhash: ledger.makeBlockhash(blockhashSlot) });
  return register(built, { message, blockhashSlot }, parts);
}

function register(
  { wallet, account }: Built,
  { message, blockhashSlot }: Pick<Payment, 'blockhashSlot'> & { readonly message: Uint8Array },
  { dice, ledger }: BuildParts,
): Payment {
  const transaction = wallet.sign(message);
  const payment = { transaction, wallet, blockhashSlot, account, isDoomed: dice.chance(0.05) };
  ledger.register(payment);
  return payment;
}
