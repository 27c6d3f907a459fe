import { UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { LedgerReader } from './ledger-client.ts';

/** What the ledger says of a validator. */
export type ValidatorFacts = {
  /** Whether it has not voted lately, so that stake with it earns nothing. */
  readonly isDelinquent: boolean;
  /** Percent of rewards that it keeps, rounded up by the node. */
  readonly commission: number;
  /** Percent, where it took less when this process began to look. */
  readonly commissionBefore?: number;
  /** Lamports delegated to it that are active. */
  readonly activatedStake: bigint;
};

const EVERY_MILLISECONDS = 30_000;
const REST = { afterMilliseconds: 120_000, everyMilliseconds: 300_000 };
const RETRY_MILLISECONDS = 10_000;
const MAX_AGE_MILLISECONDS = 600_000;

/** Follows one validator's vote account on the ledger. */
export function startValidatorFeed(
  ledger: LedgerReader,
  clock: Clock,
  voteAccount: string,
  onFault: (fault: unknown) => void,
): Feed<ValidatorFacts> {
  let first: number | undefined;
  return startFeed({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    rest: REST,
    retryMilliseconds: RETRY_MILLISECONDS,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      const options = { commitment: 'confirmed', votePubkey: voteAccount, keepUnstakedDelinquents: true };
      const { current, delinquent } = await ledger.read('getVoteAccounts', [options]);
      const isIt = ({ votePubkey }: { votePubkey: string }) => votePubkey === voteAccount;
      const late = delinquent.find(isIt);
      const found = late ?? current.find(isIt);
      if (found === undefined) throw new UpstreamFault('ledger', 'malformed');
      const { commission, activatedStake } = found;
      first ??= commission;
      return {
        isDelinquent: late !== undefined,
        commission,
        ...(first < commission && { commissionBefore: first }),
        activatedStake: BigInt(activatedStake),
      };
    },
  });
}
