import { UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { BlockhashFeed } from './blockhash-feed.ts';
import type { LedgerReader } from './ledger-client.ts';
import { isPlausibleSignatureFee } from './plausible-terms.ts';

// The ledger changes it by governance, with months of notice.
const EVERY_MILLISECONDS = 60_000;
const REST = { afterMilliseconds: 30_000, everyMilliseconds: 300_000 };
const RETRY_MILLISECONDS = 5_000;
const MAX_AGE_MILLISECONDS = 600_000;

/** Follows what the ledger takes for a signature, in lamports. */
export function startSignatureFeeFeed(
  ledger: LedgerReader,
  clock: Clock,
  blockhash: Pick<BlockhashFeed, 'get' | 'look'>,
  onFault: (fault: unknown) => void,
): Feed<bigint> {
  return startFeed({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    retryMilliseconds: RETRY_MILLISECONDS,
    rest: REST,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      // Any recent one will do; to ask for the newest would keep the polling of the nodes awake.
      const lifetime = blockhash.look() ?? (await blockhash.get());
      const message = emptyMessage(lifetime.blockhash);
      const { value } = await ledger.read('getFeeForMessage', [message, { commitment: 'confirmed' }]);
      if (value === null || !isPlausibleSignatureFee(BigInt(value)))
        throw new UpstreamFault('ledger', 'malformed');
      return BigInt(value);
    },
  });
}

/** A message that one key signs and that does nothing: its fee is that of the signature. Base64. */
function emptyMessage(blockhash: Uint8Array): string {
  const counts = Uint8Array.of(1, 0, 0);
  const payer = new Uint8Array(32).fill(1);
  return Buffer.concat([counts, Uint8Array.of(1), payer, blockhash, Uint8Array.of(0)]).toString('base64');
}
