import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Address, Blockhash } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { Type } from 'typebox';
import { LIGHTHOUSE_PROGRAM_ADDRESS } from '../programs/lighthouse.ts';
import { COMMITMENT_DEPTH } from '../vm/blocks.ts';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  encodeTransaction,
  getSizeLimit,
  LARGEST_SIZE,
  MalformedTransactionError,
  type Message,
} from '../vm/transaction.ts';
import { grantSol, grantToken, type SandboxLedger } from '../world/sandbox-ledger.ts';
import { ADDRESS, body, ControlError, choice, decimal, readBody } from './read-body.ts';

/** Keys of the wallets that the sandbox made; in memory only. */
export type WalletKeys = Map<Address, KeyObject>;

/** Beyond it the oldest key is forgotten. */
const KEPT_KEYS = 10_000;

const FUNDS = { sol: Type.Optional(decimal(9)), usdc: Type.Optional(decimal(6)) };
const WALLET = body(FUNDS);
const GRANT = body({ wallet: ADDRESS, ...FUNDS });

/**
 * `POST /sandbox/wallets`: makes a key pair that {@link sign} signs with, and funds it where `sol` or `usdc` is given.
 *
 * @returns the address, and the secret key as solana-keygen writes it: the seed, then the public key.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function makeWallet(given: unknown, ledger: SandboxLedger, keys: WalletKeys): Promise<object> {
  const funds = readBody(WALLET, given);
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  const secretKey = [...Buffer.from(d, 'base64url'), ...publicKey];
  const wallet = toAddress(publicKey);
  keys.set(wallet, privateKey);
  const [oldest] = keys.keys();
  if (keys.size > KEPT_KEYS && oldest !== undefined) keys.delete(oldest);
  const isFunded = Object.keys(funds).length > 0;
  return { wallet, secretKey, ...(isFunded && (await fund({ wallet, ...funds }, ledger))) };
}

/**
 * `POST /sandbox/fund`: grants SOL, USDC or both in one transaction of the faucet.
 *
 * @returns the signature, and the grants in base units as text.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function fund(given: unknown, ledger: SandboxLedger): Promise<object> {
  const { wallet, sol, usdc } = readBody(GRANT, given);
  if (sol === undefined && usdc === undefined) {
    throw new ControlError('sol or usdc must be given: a decimal number as text, such as "1.5".');
  }
  const lamports = sol === undefined ? undefined : toBaseUnits('sol', sol, 9, 10_000_000n);
  const usdcBaseUnits = usdc === undefined ? undefined : toBaseUnits('usdc', usdc, 6, 1_000_000_000n);
  const { usdcMint } = ledger.deployment;
  const instructions = [
    ...(lamports === undefined ? [] : grantSol(wallet, lamports)),
    ...(usdcBaseUnits === undefined ? [] : await grantToken(wallet, usdcMint, usdcBaseUnits)),
  ];
  try {
    const signature = ledger.submitAsFaucet(instructions);
    return {
      signature,
      wallet,
      lamports: lamports?.toString(),
      usdcBaseUnits: usdcBaseUnits?.toString(),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new ControlError(`The ledger refused: ${reason}`, { cause });
  }
}

/** Converts a decimal number to base units. @throws {ControlError} for more whole units than the faucet gives at once. */
function toBaseUnits(name: string, text: string, decimals: number, maximum: bigint): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  const baseUnits = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (baseUnits <= maximum * 10n ** BigInt(decimals)) return baseUnits;
  throw new ControlError(`${name} must be at most "${maximum}".`);
}

const WALLET_HABITS = ['phantom', 'android', 'restamp'] as const;
type Habit = (typeof WALLET_HABITS)[number];
const TRANSACTION_RULE = `base64 of a transaction of at most ${LARGEST_SIZE} bytes`;
const SIGNING = body({
  wallet: ADDRESS,
  transaction: Type.String({ description: TRANSACTION_RULE }),
  as: Type.Optional(choice(...WALLET_HABITS)),
});

/**
 * `POST /sandbox/sign`: signs a transaction with a wallet made here, in its own slot only; with `as`, edits the message
 * first in the way such wallets do. Like them, it does not edit a transaction that another key has signed or that would
 * become too large.
 *
 * It accepts an unchanged build answer of the service: the wallet is then its single signer, and the other members of
 * `/broadcast` are passed through.
 *
 * @returns `signed_tx` as base64, and the first signature, which names the transaction.
 * @throws {ControlError} for a bad field, a wallet that was not made here, or one that does not sign this transaction.
 */
export function sign(given: unknown, { blocks }: SandboxLedger, keys: WalletKeys): object {
  const build = readBuild(given);
  const { wallet, transaction, as: habit } = readBody(SIGNING, build?.fields ?? given);
  const key = keys.get(wallet);
  if (key === undefined) {
    throw new ControlError(
      'wallet must be one that POST /sandbox/wallets has made since the sandbox started.',
    );
  }
  const unsigned = requireTransaction(transaction);
  const { header, staticAccounts } = unsigned.message;
  const slot = staticAccounts.slice(0, header.numSignerAccounts).indexOf(wallet);
  if (slot < 0) throw new ControlError(`${wallet} is no signer of this transaction.`);
  const tip = blocks.tip();
  const { blockhash } = blocks.find(tip.slot - COMMITMENT_DEPTH.confirmed) ?? tip;
  const message = habit === undefined ? unsigned.message : editAs(habit, unsigned, blockhash);
  const { messageBytes } = decodeTransaction(encodeTransaction(message, unsigned.signatures));
  const signatures = unsigned.signatures.with(slot, signBytes(null, messageBytes, key));
  return {
    signed_tx: Buffer.from(encodeTransaction(message, signatures)).toString('base64'),
    signature: base58.encode(signatures[0] ?? new Uint8Array(64)),
    ...build?.handedThrough,
  };
}

/** Members of a build answer that `/broadcast` takes as they are. */
const HANDED_THROUGH = ['service_token', 'route', 'routerKind', 'router_order'];

/** Reads a build answer, known by its service token; undefined for any other body. */
function readBuild(given: unknown): { readonly fields: object; readonly handedThrough: object } | undefined {
  const { signers, transaction, ...rest }: { readonly [member: string]: unknown } = Object(given);
  if (typeof rest['service_token'] !== 'string' || !Array.isArray(signers)) return undefined;
  // `/broadcast` knows the route of the router only; a vault's own is no way to send.
  const handedThrough = Object.entries(rest).filter(
    ([name, value]) => HANDED_THROUGH.includes(name) && (name !== 'route' || value === 'router'),
  );
  const { as } = rest;
  return {
    fields: { wallet: signers[0], transaction, ...(as !== undefined && { as }) },
    // An edited transaction is broadcast beside the one that was built.
    handedThrough: {
      ...Object.fromEntries(handedThrough),
      ...(as !== undefined && { built_transaction: transaction }),
    },
  };
}

function requireTransaction(text: string): DecodedTransaction {
  const bytes = Buffer.from(text, 'base64');
  const isCanonical = bytes.length > 0 && bytes.length <= LARGEST_SIZE && bytes.toString('base64') === text;
  if (!isCanonical) throw new ControlError(`transaction must be ${TRANSACTION_RULE}.`);
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (!(error instanceof MalformedTransactionError)) throw error;
    throw new ControlError(`transaction does not decode: ${error.message}`, { cause: error });
  }
}

type CompiledInstruction = Message['instructions'][number];

const SET_UNIT_PRICE = 3;
/** Micro-lamports for a unit that an Android wallet bids, instead of the price of the build. */
const ANDROID_PRICE = 25_000n;
/** AssertAccountInfo of the wallet's lamports: not below 0. */
const ASSERT_LAMPORTS = Uint8Array.of(4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);

/**
 * Edits a message as a wallet does before it signs: `phantom` adds an assertion at the end, `android` bids a price of
 * its own, `restamp` takes a newer blockhash.
 *
 * @returns the message as it is where another key has signed it already, or where the edit would not fit.
 */
function editAs(habit: Habit, { message, signatures }: DecodedTransaction, blockhash: Blockhash): Message {
  if (signatures.some((signature) => signature !== undefined)) return message;
  const edited = EDITS[habit](message, blockhash);
  const isTooLarge = encodeTransaction(edited, signatures).length > getSizeLimit(message.version);
  return isTooLarge ? message : edited;
}

const EDITS: Readonly<Record<Habit, (message: Message, blockhash: Blockhash) => Message>> = {
  phantom: (message) =>
    withInstruction(message, LIGHTHOUSE_PROGRAM_ADDRESS, { accountIndices: [0], data: ASSERT_LAMPORTS }),
  android: (message) => {
    if (message.version === 1) {
      const priorityFee = (ANDROID_PRICE * BigInt(message.config.unitLimit ?? 0)) / 1_000_000n;
      return { ...message, config: { ...message.config, priorityFee } };
    }
    const data = Buffer.alloc(9);
    data.writeUInt8(SET_UNIT_PRICE);
    data.writeBigUInt64LE(ANDROID_PRICE, 1);
    const isPrice = ({ programAddressIndex, data: old }: CompiledInstruction) =>
      message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET_PROGRAM_ADDRESS &&
      old?.[0] === SET_UNIT_PRICE;
    const at = message.instructions.findIndex(isPrice);
    const priced = message.instructions[at];
    return priced === undefined
      ? withInstruction(message, COMPUTE_BUDGET_PROGRAM_ADDRESS, { data })
      : { ...message, instructions: message.instructions.with(at, { ...priced, data }) };
  },
  restamp: (message, blockhash) => ({ ...message, lifetimeToken: blockhash }),
};

/** Adds an instruction; a new program joins the read-only accounts, and indexes into lookup tables increase by one. */
function withInstruction(
  message: Message,
  program: Address,
  instruction: Omit<CompiledInstruction, 'programAddressIndex'>,
): Message {
  const { staticAccounts, header, instructions } = message;
  const known = staticAccounts.indexOf(program);
  const programAddressIndex = known < 0 ? staticAccounts.length : known;
  const added = { ...instruction, programAddressIndex };
  if (known >= 0) return { ...message, instructions: [...instructions, added] };
  const moved = instructions.map((each) => ({
    ...each,
    accountIndices: (each.accountIndices ?? []).map((at) => (at < programAddressIndex ? at : at + 1)),
  }));
  return {
    ...message,
    staticAccounts: [...staticAccounts, program],
    header: { ...header, numReadonlyNonSignerAccounts: header.numReadonlyNonSignerAccounts + 1 },
    instructions: [...moved, added],
  };
}
