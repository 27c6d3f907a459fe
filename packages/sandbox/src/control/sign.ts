import { sign as signBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { getTransactionEncoder, type SignatureBytes } from '@solana/kit';
import { COMMITMENT_DEPTH } from '../vm/blocks.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  MalformedTransactionError,
} from '../vm/decoded-transaction.ts';
import { LARGEST_SIZE } from '../vm/message.ts';
import { ControlError } from './control-error.ts';
import type { ControlledSandbox } from './controlled-sandbox.ts';
import { type Body, requireBody, requireChoice, requireWallet } from './read-body.ts';
import { editAs, WALLET_HABITS } from './wallet-edits.ts';

/**
 * `POST /sandbox/sign`: signs a transaction with a wallet made here, in its own slot only; with `as`, edits the message
 * first in the way such wallets do. Like them, it does not edit a transaction that somebody else has signed or that would
 * become too large.
 *
 * It accepts an unchanged build answer of the service: the wallet is then its single signer, and the other members of
 * `/broadcast` are passed through.
 *
 * @returns `signed_tx` as base64, and the first signature, which names the transaction.
 * @throws {ControlError} for a bad field, a wallet that was not made here, or one that does not sign this transaction.
 */
export function sign(body: unknown, { ledger, wallets }: ControlledSandbox): object {
  const build = readBuild(body);
  const fields = build?.fields ?? requireBody(body, ['wallet', 'transaction', 'as']);
  const wallet = requireWallet(fields, 'wallet');
  const key = wallets.find(wallet);
  if (key === undefined) {
    throw new ControlError(
      'wallet must be one that POST /sandbox/wallets has made since the sandbox started.',
    );
  }
  const unsigned = requireTransaction(fields);
  const habit =
    (fields['as'] ?? undefined) === undefined ? undefined : requireChoice(fields, 'as', WALLET_HABITS);
  const slot = unsigned.message.staticAccounts
    .slice(0, unsigned.message.header.numSignerAccounts)
    .indexOf(wallet);
  if (slot < 0) throw new ControlError(`${wallet} is no signer of this transaction.`);
  const tip = ledger.blocks.tip();
  const { blockhash } = ledger.blocks.find(tip.slot - COMMITMENT_DEPTH.confirmed) ?? tip;
  const edited = habit === undefined ? unsigned.transaction : editAs(habit, unsigned, blockhash);
  const signature = signBytes(null, Uint8Array.from(edited.messageBytes), key.privateKey);
  const signatures = { ...edited.signatures, [wallet]: new Uint8Array(signature) as SignatureBytes };
  const bytes = getTransactionEncoder().encode({ ...edited, signatures });
  // Kit keeps the slots in the order of the signers.
  const [first] = Object.values<Uint8Array | null>(signatures);
  return {
    signed_tx: Buffer.from(bytes).toString('base64'),
    signature: base58.encode(first ?? new Uint8Array(64)),
    ...build?.handedThrough,
  };
}

/** Members of a build answer that `/broadcast` takes as they are. */
const HANDED_THROUGH = ['service_token', 'route', 'routerKind', 'router_order'];

/** A build answer, known by its service token; undefined for any other body. */
function readBuild(body: unknown): { readonly fields: Body; readonly handedThrough: object } | undefined {
  const { signers, transaction, ...rest }: Body = Object(body);
  if (typeof rest['service_token'] !== 'string' || !Array.isArray(signers)) return undefined;
  const handedThrough = Object.entries(rest).filter(([name]) => HANDED_THROUGH.includes(name));
  const { as } = rest;
  return {
    fields: { wallet: signers[0], transaction, as },
    // What a wallet has edited is broadcast beside what was built.
    handedThrough: {
      ...Object.fromEntries(handedThrough),
      ...(as !== undefined && { built_transaction: transaction }),
    },
  };
}

function requireTransaction(fields: Body): DecodedTransaction {
  const text = fields['transaction'];
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  const isCanonical = bytes.length > 0 && bytes.length <= LARGEST_SIZE && bytes.toString('base64') === text;
  if (!isCanonical) {
    throw new ControlError(`transaction must be base64 of a transaction of at most ${LARGEST_SIZE} bytes.`);
  }
  try {
    return decodeTransaction(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof MalformedTransactionError) {
      throw new ControlError(`transaction does not decode: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
