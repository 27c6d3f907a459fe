import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import type { ValidatorFacts } from '../../upstreams/ledger/validator-feed.ts';
import type { DetailOf } from '../strategy.ts';

/** Prints the known facts of the validator; null while there are none. */
export function printValidator(facts: ValidatorFacts | undefined): DetailOf<'sol-native-stake'>['validator'] {
  if (facts === undefined) return null;
  const { isDelinquent, commission, commissionBefore, activatedStake } = facts;
  return {
    delinquent: isDelinquent,
    commissionPercent: commission,
    commissionPercentBefore: commissionBefore ?? null,
    activatedStake: formatAmount(activatedStake, ASSET_DECIMALS.SOL),
  };
}

/** Prints a warning about the validator for delegators, after a space; empty without one. */
export function warnOfValidator(facts: ValidatorFacts | undefined): string {
  if (facts === undefined) return '';
  const { isDelinquent, commission, commissionBefore } = facts;
  const late = isDelinquent
    ? ' The validator is delinquent: it has not voted lately, and stake with it earns nothing until it does.'
    : '';
  const dearer =
    commissionBefore === undefined
      ? ''
      : ` The validator has raised its commission from ${commissionBefore} % to ${commission} %.`;
  return `${late}${dearer}`;
}
