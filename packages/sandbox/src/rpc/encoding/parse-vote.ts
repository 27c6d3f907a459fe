import type { Address, EncodedAccount, ReadonlyUint8Array } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import type { ParsedAccount } from './parsed-account.ts';

const VOTE_STATE_V3 = 2;
const PRIOR_VOTERS_SIZE = 32 * 48 + 9;

const addressDecoder = getAddressDecoder();

/**
 * A vote account of the third version as agave `parse_vote` prints it, or undefined for another version.
 */
export function parseVote({ data }: EncodedAccount): ParsedAccount | undefined {
  const read = createReader(data);
  if (data.length < 4 || read.u32() !== VOTE_STATE_V3) return undefined;
  const nodePubkey = read.address();
  const authorizedWithdrawer = read.address();
  const commission = read.u8();
  const votes = read.list(() => {
    const latency = read.u8();
    const slot = read.u64();
    return { latency, slot, confirmationCount: read.u32() };
  });
  const rootSlot = read.u8() === 1 ? read.u64() : null;
  const authorizedVoters = read.list(() => {
    const epoch = read.u64();
    return { epoch, authorizedVoter: read.address() };
  });
  read.skip(PRIOR_VOTERS_SIZE);
  const epochCredits = read.list(() => {
    const epoch = read.u64();
    const credits = read.u64().toString();
    return { epoch, credits, previousCredits: read.u64().toString() };
  });
  const slot = read.u64();
  return {
    type: 'vote',
    info: {
      authorizedVoters,
      authorizedWithdrawer,
      commission,
      epochCredits,
      lastTimestamp: { slot, timestamp: read.u64() },
      nodePubkey,
      priorVoters: [],
      rootSlot,
      votes,
    },
  };
}

function createReader(data: ReadonlyUint8Array) {
  const bytes = Uint8Array.from(data);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  const u8 = (): number => view.getUint8(offset++);
  const u32 = (): number => {
    offset += 4;
    return view.getUint32(offset - 4, true);
  };
  const u64 = (): bigint => {
    offset += 8;
    return view.getBigUint64(offset - 8, true);
  };
  const address = (): Address => {
    offset += 32;
    return addressDecoder.decode(bytes, offset - 32);
  };
  const skip = (count: number): void => {
    offset += count;
  };
  const list = <T>(item: () => T): T[] => Array.from({ length: Number(u64()) }, item);
  return { u8, u32, u64, address, skip, list };
}
