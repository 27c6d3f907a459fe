export {
  getAddressDecoder,
  getAddressEncoder,
  parseAddressBytes,
  toAddress,
  toAddressBytes,
} from './address-bytes.ts';
export { createProgramAddress, findProgramAddress, type Seed } from './program-address.ts';
