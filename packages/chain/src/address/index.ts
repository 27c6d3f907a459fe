export {
  getAddressCodec,
  getAddressDecoder,
  getAddressEncoder,
  parseAddressBytes,
  toAddress,
  toAddressBytes,
} from './address-bytes.ts';
export * from './program-address.ts';
