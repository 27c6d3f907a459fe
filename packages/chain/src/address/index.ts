export {
  getAddressCodec,
  getAddressDecoder,
  getAddressEncoder,
  parseAddressBytes,
  toAddress,
  toAddressBytes,
} from './address-bytes.ts';
export { BoundedCache } from './bounded-cache.ts';
export { createProgramAddress, findProgramAddress, type Seed } from './program-address.ts';
export { PROGRAM_ADDRESSES } from './program-addresses.ts';
