import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import {
  type Address,
  address,
  type Blockhash,
  getAddressDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import type { Faults } from '../faults.ts';
import { LIGHTHOUSE_PROGRAM_ADDRESS } from '../programs/lighthouse.ts';
import type { RequestLog } from '../stand-ins/stand-in.ts';
import { COMMITMENT_DEPTH } from '../vm/blocks.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  encodeMessage,
  getSizeLimit,
  LARGEST_SIZE,
  MalformedTransactionError,
  type Message,
} from '../vm/decoded-transaction.ts';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { grantSol, grantToken, type SandboxLedger } from '../world/sandbox-ledger.ts';
import {
  type Body,
  ControlError,
  findAmount,
  requireBody,
  requireChoice,
  requireWallet,
} from './read-body.ts';

/** A key pair that the sandbox keeps for somebody who has no wallet at hand. */
export type WalletKey = {
  readonly address: Address;
  readonly privateKey: KeyObject;
  /** 64 bytes as solana-keygen writes them: the seed, then the public key. */
  readonly secretKey: Uint8Array;
};

/** Keys of the wallets that were made here; in memory only. */
type WalletKeys = ReturnType<typeof createWalletKeys>;

/** Beyond it the oldest key is forgotten. */
const KEPT_KEYS = 10_000;

/** Opens an empty store of keys. */
export function createWalletKeys() {
  const keys = new Map<Address, WalletKey>();
  return {
    create(): WalletKey {
      const key = generateKey();
      keys.set(key.address, key);
      const [oldest] = keys.keys();
      if (keys.size > KEPT_KEYS && oldest !== undefined) keys.delete(oldest);
      return key;
    },
    find: (wallet: Address): WalletKey | undefined => keys.get(wallet),
  };
}

function generateKey(): WalletKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const [seed, publicKey] = [d, x].map((part) => Buffer.from(part, 'base64url'));
  if (seed === undefined || publicKey === undefined) throw new Error('A key has two parts.');
  return {
    address: address(getAddressDecoder().decode(publicKey)),
    privateKey,
    secretKey: Uint8Array.from(Buffer.concat([seed, publicKey])),
  };
}

/** What `/sandbox` can reach. */
export type ControlledSandbox = {
  readonly ledger: SandboxLedger;
  /** Wallets of people who have none at hand. */
  readonly wallets: WalletKeys;
  /** Fault switches of the upstreams that run. */
  readonly faults: Readonly<Record<'ledger' | 'router' | 'vault' | 'apy', Faults>>;
  /** What the swap router, the vault provider and the source of validators' yields have been asked. */
  readonly requests: Readonly<Record<'router' | 'vault' | 'apy', RequestLog>>;
};

/**
 * `POST /sandbox/wallets`: makes a key pair that {@link sign} signs with, and funds it where `sol` or `usdc` is given.
 *
 * @returns the address, and the secret key as solana-keygen writes it.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function makeWallet(body: unknown, sandbox: ControlledSandbox): Promise<object> {
  const { sol, usdc } = requireBody(body, ['sol', 'usdc']);
  const { address: wallet, secretKey } = sandbox.wallets.create();
  const isFunded = (sol ?? usdc ?? undefined) !== undefined;
  const granted = isFunded ? await fund({ wallet, sol, usdc }, sandbox) : {};
  return { wallet, secretKey: [...secretKey], ...granted };
}

const SOL_DECIMALS = 9;
const USDC_DECIMALS = 6;
/** SOL the faucet gives at once. */
const MAX_LAMPORTS = 10_000_000n * 10n ** 9n;
/** USDC the faucet mints at once. */
const MAX_USDC_BASE_UNITS = 1_000_000_000n * 10n ** 6n;

/**
 * `POST /sandbox/fund`: SOL, USDC or both in one transaction of the faucet.
 *
 * @returns the signature, and what was granted in base units as text.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function fund(body: unknown, { ledger }: ControlledSandbox): Promise<object> {
  const fields = requireBody(body, ['wallet', 'sol', 'usdc']);
  const wallet = requireWallet(fields, 'wallet');
  const lamports = findAmount(fields, 'sol', SOL_DECIMALS, MAX_LAMPORTS);
  const usdc = findAmount(fields, 'usdc', USDC_DECIMALS, MAX_USDC_BASE_UNITS);
  if (lamports === undefined && usdc === undefined) {
    throw new ControlError('sol or usdc must be given: a decimal number as text, such as "1.5".');
  }
  const instructions = [
    ...(lamports === undefined ? [] : grantSol(wallet, lamports)),
    ...(usdc === undefined ? [] : await grantToken(wallet, ledger.deployment.usdcMint, usdc)),
  ];
  try {
    const signature = ledger.submitAsFaucet(instructions);
    return {
      signature,
      wallet,
      ...(lamports !== undefined && { lamports: lamports.toString() }),
      ...(usdc !== undefined && { usdcBaseUnits: usdc.toString() }),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new ControlError(`The ledger refused: ${reason}`, { cause });
  }
}

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
  // `/broadcast` knows the route of the router only; a vault's own is no way to send.
  const handedThrough = Object.entries(rest).filter(
    ([name, value]) => HANDED_THROUGH.includes(name) && (name !== 'route' || value === 'router'),
  );
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

const WALLET_HABITS = ['phantom', 'android', 'restamp'] as const;

type Habit = (typeof WALLET_HABITS)[number];
type CompiledInstruction = Message['instructions'][number];

const SET_UNIT_PRICE = 3;
/** Micro-lamports for a unit that an Android wallet bids, whatever the build did. */
const ANDROID_PRICE = 25_000n;
/** AssertAccountInfo of the wallet's lamports: not below 0. */
const ASSERT_LAMPORTS = Uint8Array.of(4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);

/**
 * Edits a message as a wallet does before it signs: `phantom` adds an assertion at the end, `android` bids a price of
 * its own, `restamp` takes a newer blockhash.
 *
 * @returns the transaction as it is where somebody has signed it already, or where the edit would not fit.
 */
function editAs(
  habit: Habit,
  { message, transaction, signatures }: DecodedTransaction,
  blockhash: Blockhash,
): Transaction {
  if (signatures.some((signature) => signature !== undefined)) return transaction;
  const edited = EDITS[habit](message, blockhash);
  const messageBytes = encodeMessage(edited);
  const result = { ...transaction, messageBytes };
  return getTransactionEncoder().encode(result).length > getSizeLimit(message.version) ? transaction : result;
}

const EDITS: Readonly<Record<Habit, (message: Message, blockhash: Blockhash) => Message>> = {
  phantom: (message) => {
    const [guarded, program] = withProgram(message, LIGHTHOUSE_PROGRAM_ADDRESS);
    return withInstruction(guarded, {
      programAddressIndex: program,
      accountIndices: [0],
      data: ASSERT_LAMPORTS,
    });
  },
  android: (message) => {
    if (message.version === 1) {
      const { unitLimit = 0 } = message.config;
      const priorityFee = (ANDROID_PRICE * BigInt(unitLimit)) / 1_000_000n;
      return { ...message, config: { ...message.config, priorityFee } };
    }
    const data = new Uint8Array(9);
    data[0] = SET_UNIT_PRICE;
    new DataView(data.buffer).setBigUint64(1, ANDROID_PRICE, true);
    const isPrice = ({ programAddressIndex, data: old }: CompiledInstruction) =>
      message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET_PROGRAM_ADDRESS &&
      old?.[0] === SET_UNIT_PRICE;
    if (message.instructions.some(isPrice)) {
      const instructions = message.instructions.map((each) => (isPrice(each) ? { ...each, data } : each));
      return { ...message, instructions };
    }
    const [priced, program] = withProgram(message, COMPUTE_BUDGET_PROGRAM_ADDRESS);
    return withInstruction(priced, { programAddressIndex: program, data });
  },
  restamp: (message, blockhash) => ({ ...message, lifetimeToken: blockhash }),
};

function withInstruction(message: Message, instruction: CompiledInstruction): Message {
  return { ...message, instructions: [...message.instructions, instruction] };
}

/** Adds a program to the read-only accounts; indexes into lookup tables increase by one. */
function withProgram(message: Message, program: Address): readonly [Message, index: number] {
  const { staticAccounts, header, instructions } = message;
  const known = staticAccounts.indexOf(program);
  if (known >= 0) return [message, known];
  const at = staticAccounts.length;
  const moved = (index: number) => (index < at ? index : index + 1);
  return [
    {
      ...message,
      staticAccounts: [...staticAccounts, program],
      header: { ...header, numReadonlyNonSignerAccounts: header.numReadonlyNonSignerAccounts + 1 },
      instructions: instructions.map((each) => ({
        ...each,
        ...(each.accountIndices && { accountIndices: each.accountIndices.map(moved) }),
      })),
    },
    at,
  ];
}
