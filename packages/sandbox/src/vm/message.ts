import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit';
import { encodeMessage as encodeOlder } from '@staking-agent/chain/message';
import { MessageReader } from './message-reader.ts';

type Compiled = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
type OlderMessage = Exclude<Compiled, { version: 1 }>;
type CompiledOne = Extract<Compiled, { version: 1 }>;

/** What a message of version 1 asks for itself; absent settings stand for none, not for a default (SIMD-0385). */
export type MessageConfig = {
  /** Lamports, for the whole transaction. */
  readonly priorityFee?: bigint;
  readonly unitLimit?: number;
  /** Bytes. */
  readonly loadedDataLimit?: number;
  /** Bytes. */
  readonly heapSize?: number;
};

/** A message of version 1, its instructions as those of older versions stand. */
export type MessageOne = Pick<OlderMessage, 'header' | 'instructions' | 'lifetimeToken'> & {
  readonly version: 1;
  readonly staticAccounts: Address[];
  readonly config: MessageConfig;
};

/** A message of the three versions the network accepts. */
export type Message = OlderMessage | MessageOne;

/** Bytes of the largest transaction of a version: solana `PACKET_DATA_SIZE`, and SIMD-0385 for version 1. */
export function getSizeLimit(version: Message['version']): number {
  return version === 1 ? 4_096 : 1_232;
}

/** Bytes of the largest transaction of any version. */
export const LARGEST_SIZE = getSizeLimit(1);

const decoder = getCompiledTransactionMessageDecoder();
const encoder = getCompiledTransactionMessageEncoder();

/** Both bits of the priority fee, which is the only setting of 64 bits. */
const PRIORITY_FEE = 3;
const SETTINGS = [
  ['unitLimit', 4],
  ['loadedDataLimit', 8],
  ['heapSize', 16],
] as const;
const KNOWN = PRIORITY_FEE + 4 + 8 + 16;

/** The high bit of the first byte says that a version is stated. */
const STATES_VERSION = 0x80;

/**
 * Decodes the bytes that are signed.
 *
 * Stricter than kit: bytes of the older versions that do not encode back to themselves are no message.
 *
 * @throws {SolanaError} when they are no message of version 1; {@link RangeError} when they are none of an older version,
 *   and for a setting that nobody knows.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const [first = 0] = bytes;
  if (first <= STATES_VERSION) return decodeOlder(bytes);
  const compiled = decoder.decode(bytes);
  if (!('lifetimeToken' in compiled)) throw new RangeError('a message without a blockhash');
  return fromCompiled(compiled as CompiledOne);
}

/** Every transaction of the ledger passes here, and kit takes twenty times as long. */
function decodeOlder(bytes: Uint8Array): OlderMessage {
  const reader = new MessageReader(bytes);
  const readIndex = () => reader.readByte();
  const version = bytes[0] === STATES_VERSION ? 0 : 'legacy';
  if (version === 0) reader.readByte();
  const older = {
    header: {
      numSignerAccounts: reader.readByte(),
      numReadonlySignerAccounts: reader.readByte(),
      numReadonlyNonSignerAccounts: reader.readByte(),
    },
    staticAccounts: reader.readList(() => reader.readAddress()),
    lifetimeToken: reader.readAddress() as string,
    instructions: reader.readList(() => {
      const programAddressIndex = reader.readByte();
      const accountIndices = reader.readList(readIndex);
      const data = reader.readBytes(reader.readLength());
      // As kit has them, which leaves out what is empty.
      return {
        programAddressIndex,
        ...(accountIndices.length > 0 && { accountIndices }),
        ...(data.length > 0 && { data }),
      };
    }),
  };
  const lookups = version === 'legacy' ? [] : reader.readList(() => readLookup(reader));
  reader.assertIsAtEnd();
  if (version === 'legacy') return { version, ...older };
  return { version, ...older, ...(lookups.length > 0 && { addressTableLookups: lookups }) };
}

function readLookup(reader: MessageReader) {
  const readIndex = () => reader.readByte();
  return {
    lookupTableAddress: reader.readAddress(),
    writableIndexes: reader.readList(readIndex),
    readonlyIndexes: reader.readList(readIndex),
  };
}

/** The bytes that are signed. */
export function encodeMessage(message: Message): Transaction['messageBytes'] {
  // Every transaction of the ledger passes here, and kit takes ten times as long.
  const bytes: ReadonlyUint8Array =
    message.version === 1 ? encoder.encode(toCompiled(message)) : encodeOlder(message);
  return bytes as Transaction['messageBytes'];
}

function fromCompiled(compiled: CompiledOne): MessageOne {
  const { header, staticAccounts, lifetimeToken, instructionHeaders, instructionPayloads } = compiled;
  return {
    version: 1,
    header,
    staticAccounts,
    lifetimeToken,
    config: readConfig(compiled),
    instructions: instructionHeaders.map(({ programAccountIndex }, at) => ({
      programAddressIndex: programAccountIndex,
      accountIndices: instructionPayloads[at]?.instructionAccountIndices ?? [],
      data: instructionPayloads[at]?.instructionData ?? new Uint8Array(),
    })),
  };
}

function readConfig({ configMask, configValues }: CompiledOne): MessageConfig {
  const fee = configMask & PRIORITY_FEE;
  if (configMask > KNOWN || (fee !== 0 && fee !== PRIORITY_FEE)) throw new RangeError('an unknown setting');
  const values = configValues.map(({ value }) => value);
  const priorityFee = fee === 0 ? undefined : BigInt(values.shift() ?? 0);
  const settings = SETTINGS.filter(([, bit]) => (configMask & bit) !== 0).map(([name]) => [
    name,
    Number(values.shift()),
  ]);
  return { ...(priorityFee !== undefined && { priorityFee }), ...Object.fromEntries(settings) };
}

function toCompiled({ config, instructions, ...message }: MessageOne): CompiledOne {
  const given = SETTINGS.flatMap(([name, bit]) => {
    const value = config[name];
    return value === undefined ? [] : [{ bit, value }];
  });
  const { priorityFee } = config;
  return {
    ...message,
    configMask: given.reduce((mask, { bit }) => mask + bit, priorityFee === undefined ? 0 : PRIORITY_FEE),
    configValues: [
      ...(priorityFee === undefined ? [] : [{ kind: 'u64' as const, value: priorityFee }]),
      ...given.map(({ value }) => ({ kind: 'u32' as const, value })),
    ],
    numInstructions: instructions.length,
    numStaticAccounts: message.staticAccounts.length,
    instructionHeaders: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programAccountIndex: programAddressIndex,
      numInstructionAccounts: accountIndices.length,
      numInstructionDataBytes: data?.length ?? 0,
    })),
    instructionPayloads: instructions.map(({ accountIndices = [], data }) => ({
      instructionAccountIndices: accountIndices,
      instructionData: data ?? new Uint8Array(),
    })),
  } as CompiledOne;
}
