import type { Receipt } from '@staking-agent/sdk';
import { confirmWords, riskWords } from '../words.ts';
import type { Proposal } from './confirmation.ts';

/** What a person must tick before a transaction can be signed. */
export type Caution = { readonly code: string; readonly words: string };

type Warning = Receipt['warnings'][number];

/** The ledger would refuse it: no tick helps. */
const FORBIDDING: readonly Warning['code'][] = ['WALLET_TOO_POOR'];
/** A minimum that holds at the present rate is the rule of a pool, and is said without stopping anybody. */
const TELLING: readonly Warning['code'][] = ['MINIMUM_AT_RATE', 'LEVERAGE'];

const listWarnings = ({ build }: Proposal) => build.receipt?.warnings ?? [];

/** Checks whether a warning of the receipt says that the transaction would fail. */
export function isForbidden(proposal: Proposal): boolean {
  return listWarnings(proposal).some(({ code }) => FORBIDDING.includes(code));
}

/** Lists what must be ticked: each warning that stops the button, and the risk of borrowed money before the first such stake. */
export function listCautions(proposal: Proposal): readonly Caution[] {
  const warnings = listWarnings(proposal);
  const isLeveraged = warnings.some(({ code }) => code === 'LEVERAGE');
  const isNew = isLeveraged && readAccepted(proposal.intent.request.wallet) === null;
  const stops = warnings.some(({ code }) => !FORBIDDING.includes(code) && !TELLING.includes(code));
  return [
    ...(isNew ? [{ code: 'LEVERAGE', words: riskWords.accept }] : []),
    ...(stops ? [{ code: 'WARNINGS', words: confirmWords.accept }] : []),
  ];
}

const placeOf = (wallet: string) => `staking-console-leverage ${wallet}`;

function readAccepted(wallet: string): string | null {
  try {
    return localStorage.getItem(placeOf(wallet));
  } catch {
    // A browser that keeps nothing asks each time.
    return null;
  }
}

/** Keeps in this browser that the person of a wallet has accepted the risk of borrowed money. */
export function acceptLeverage(wallet: string): void {
  try {
    localStorage.setItem(placeOf(wallet), new Date().toISOString());
  } catch {
    // Asked again next time.
  }
}
