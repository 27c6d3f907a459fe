import { addressOf } from '../../ledger/address-of.ts';
import type { Effects, Finding, LockedRent } from '../../verification.ts';
import { spentOf } from '../bounded-intent.ts';
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
  const most = (intent.kind === 'swap-in' ? terms.most : 0n) + costOf(costs);
  if (lost > most) {
    findings.push({
      rule: 'conservation',
      account: wallet,
      detail: `The wallet would lose ${lost} lamports; amount, fee and named rents come to ${most}.`,
    });
  }
  const spent = spentOf(intent);
  if (spent !== undefined && balance.spent > terms.most) {
    const mint = addressOf(spent.mint);
    findings.push({
      rule: 'conservation',
      account: addressOf(spent.account),
      detail: `The wallet would lose ${balance.spent} base units of ${mint}; at most ${terms.most} may leave.`,
    });
  }
  return findings;
}

/** Adds up fee and named rents in lamports. */
export function costOf({
  fee,
  rent,
}: {
  readonly fee: Effects['fee'];
  readonly rent: readonly LockedRent[];
}): bigint {
  return rent.reduce((sum, { lamports }) => sum + lamports, fee.signatures + fee.priority);
}
