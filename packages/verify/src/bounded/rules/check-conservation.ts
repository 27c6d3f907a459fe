import { encodeAddress } from '../../ledger/encode-address.ts';
import type { Effects, Finding, LockedRent } from '../../verification.ts';
import { findSpent } from '../bounded-intent.ts';
import type { Scene } from '../scene.ts';
import type { Balance } from './balance.ts';

/**
 * Refuses a loss of value beyond what was asked: of SOL at most the amount, where SOL is what goes in, the exact fee and the
 * named rents; of the spent token at most the amount, over all accounts of the wallet.
 *
 * No other token can be lost: none of its accounts is on the list.
 */
export function checkConservation(
  { intent, wallet, terms }: Scene,
  balance: Balance,
  costs: { readonly fee: Effects['fee']; readonly rent: readonly LockedRent[] },
): readonly Finding[] {
  const findings: Finding[] = [];
  const lost = -balance.sol;
  const most = (intent.kind === 'swap-in' ? terms.most : 0n) + getCost(costs);
  if (lost > most) {
    findings.push({
      rule: 'conservation',
      account: wallet,
      detail: `The wallet would lose ${lost} lamports; at most ${most} may leave.`,
    });
  }
  const spent = findSpent(intent);
  if (spent !== undefined && balance.spent > terms.most) {
    const mint = encodeAddress(spent.mint);
    findings.push({
      rule: 'conservation',
      account: encodeAddress(spent.account),
      detail: `The wallet would lose ${balance.spent} base units of ${mint}; at most ${terms.most} may leave.`,
    });
  }
  return findings;
}

/** Adds up fee and named rents in lamports. */
export function getCost({
  fee,
  rent,
}: {
  readonly fee: Effects['fee'];
  readonly rent: readonly LockedRent[];
}): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority);
}
