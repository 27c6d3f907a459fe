import { type Address, getProgramDerivedAddress, type ProgramDerivedAddress } from '@solana/kit';
import type { Seed } from './program-address.ts';

export {
  getAddressCodec,
  getAddressDecoder,
  getAddressEncoder,
  parseAddressBytes,
  toAddress,
  toAddressBytes,
} from './address-bytes.ts';

/** Finds an address like `program-address.ts`, with kit, which needs no native code. */
export function findProgramAddress(program: Address, seeds: readonly Seed[]): Promise<ProgramDerivedAddress> {
  return getProgramDerivedAddress({ programAddress: program, seeds: [...seeds] });
}
