import type { Effects } from '@staking-agent/verify';
import { ASSET_DECIMALS, formatAmount, type ReceiptWarning } from '@staking-agent/wire';
import type { ToldBuild } from '../builds/told-build.ts';
import type { ValidatorFacts } from '../upstreams/ledger/validator-feed.ts';

/** What warnings rest on; lamports. */
export type Means = {
  /** What the wallet holds, and the slot that was seen at. */
  readonly holds: bigint;
  readonly slot: bigint;
  /** What a wallet must keep that does not end empty. */
  readonly walletRent: bigint;
  readonly signatureFee: bigint;
  readonly validator: ValidatorFacts | undefined;
};

/** Transactions that the longest way out takes. */
const EXIT_TRANSACTIONS = 2n;

/** Lists what the signer should know before signing. */
export function listWarnings(
  { operation, request, wallet, proof, isSpared }: ToldBuild,
  { holds, slot, walletRent, signatureFee, validator }: Means,
): ReceiptWarning[] {
  const { effects } = proof;
  const needs = sumSol(effects, 'leaves', wallet) + sumCosts(effects);
  const left = holds + sumSol(effects, 'arrives', wallet) - needs;
  const warnings: ReceiptWarning[] = [];
  if (isSpared && (left < 0n || (left > 0n && left < walletRent))) {
    warnings.push({
      code: 'WALLET_TOO_POOR',
      detail: `The wallet held ${sol(holds)} SOL at slot ${slot}; this needs ${sol(needs)} SOL, and what is left must be nothing or at least ${sol(walletRent)} SOL.`,
    });
  } else if (operation === 'stake') {
    const exit = EXIT_TRANSACTIONS * (signatureFee + effects.fee.priority);
    if (left < exit + walletRent) {
      warnings.push({
        code: 'NO_SOL_FOR_EXIT',
        detail: `The wallet is left with ${sol(left)} SOL; taking this out again needs about ${sol(exit + walletRent)} SOL there for fees.`,
      });
    }
  }
  if (operation === 'stake' && request.strategy === 'sol-native-stake' && validator?.isDelinquent) {
    warnings.push({
      code: 'VALIDATOR_DELINQUENT',
      detail: 'The validator has not voted lately; stake with it earns nothing until it does.',
    });
  }
  const [arriving] = effects.arrives;
  if (arriving !== undefined && arriving.least === undefined) {
    const reason = request.strategy === 'sol-leveraged-stake' ? OF_FIRST_EXIT : OF_RESERVE;
    warnings.push({
      code: 'NO_MINIMUM',
      detail: `Nothing in the transaction makes sure of a minimum: ${reason}`,
    });
  }
  if (arriving?.isAtRate) {
    warnings.push({
      code: 'MINIMUM_AT_RATE',
      detail:
        'Nothing in the transaction demands the minimum: it holds at the present rate. The rate of a pool changes when the next epoch begins, that of a vault with what it earns, loses and charges; a transaction that lands afterwards brings what the new rate gives. With minReceive the service looks at the rate again when the transaction is broadcast.',
    });
  }
  return warnings;
}

const OF_RESERVE =
  "the router's Reserve pays by its fee and the SOL that it has when it lands, more or less than now. It was checked to pay what is due at its present fee even when a twentieth of that SOL leaves first. With minReceive only a transaction is handed out whose bytes demand it.";
const OF_FIRST_EXIT =
  'it opens so many accounts that it has no room for one, and pays what the vault and the market give when it lands. An exit of a small part through a flash loan opens the same accounts; exits after it have a minimum.';

// Only SOL has the wallet's own address as its account.
function sumSol(effects: Effects, side: 'leaves' | 'arrives', wallet: string): bigint {
  return effects[side].reduce((sum, { account, amount }) => (account === wallet ? sum + amount : sum), 0n);
}

function sumCosts({ fee, rent }: Effects): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority);
}

function sol(lamports: bigint): string {
  return formatAmount(lamports, ASSET_DECIMALS.SOL);
}
