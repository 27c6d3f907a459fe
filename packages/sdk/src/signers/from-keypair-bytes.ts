import { StakingError } from '../staking-error.ts';
import { toBase58 } from '../text.ts';
import { isSame, readWire, writeWire } from '../transaction-bytes.ts';
import type { BytesSigner } from './signer.ts';
import { verifySignature } from './verify-signature.ts';

const SEED_SIZE = 32;
const KEYPAIR_SIZE = 64;
/** Signed to see that both halves belong together. */
const PROBE = Uint8Array.of(1);
/** DER of a private key of Ed25519 (RFC 8410), up to the seed. */
const PKCS8 = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/**
 * Signs with the bytes of a key pair: seed and public key, as `solana-keygen` writes them. The seed goes into WebCrypto as a
 * key that cannot be exported.
 *
 * @param bytes - 64 of them.
 * @throws {StakingError} kind `wallet` when they are not a key pair.
 */
export async function fromKeypairBytes(bytes: Uint8Array | readonly number[]): Promise<BytesSigner> {
  const pair = Uint8Array.from(bytes);
  const publicKey = pair.subarray(SEED_SIZE);
  const refusal = (cause?: unknown) =>
    new StakingError(
      'The bytes are no key pair: 32 of the seed, then 32 of its public key.',
      {
        kind: 'wallet',
        code: 'WALLET_REFUSED',
        retryable: false,
      },
      cause,
    );
  if (pair.length !== KEYPAIR_SIZE) throw refusal();
  const pkcs8 = Uint8Array.from([...PKCS8, ...pair.subarray(0, SEED_SIZE)]);
  const key = await crypto.subtle
    .importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
    .catch((error: unknown) => {
      throw refusal(error);
    });
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)));
  // A public half of another key would sign for an address that is not this key's.
  const isPair = await verifySignature(publicKey, await sign(PROBE), PROBE);
  if (isPair === false) throw refusal();
  return {
    address: toBase58(publicKey),
    async signBytes(transaction) {
      const wire = readWire(transaction);
      const place = wire?.keys.findIndex((each) => isSame(each, publicKey)) ?? -1;
      if (wire === undefined || place < 0)
        throw new TypeError('The key is not asked to sign this transaction.');
      const signatures = wire.signatures.with(place, await sign(wire.message));
      return writeWire({ signatures, message: wire.message });
    },
  };
}
