import type { Evidence } from '../../evidence.ts';
import { STAKE_ACCOUNT_SIZE } from '../../ledger/stake-account.ts';
import { Refusal } from '../../refusal.ts';
import { RENT_LIMIT } from '../../rent-limit.ts';

/** Most lamports that a signature may cost; twenty times what it does. */
const SIGNATURE_FEE_LIMIT = 100_000n;

/**
 * Refuses evidence that lacks a state of a writable account or the inner instructions, or has impossible figures.
 *
 * @throws {Refusal} rule `evidence`. An account that is missing in the map is not one that does not exist: only an entry
 *   `undefined` says so.
 */
export function assertEvidence(evidence: Evidence, writable: readonly string[]): void {
  const { before, after, innerInstructions, signatureFee } = evidence;
  if (after === undefined || innerInstructions === undefined) {
    throw new Refusal('evidence', 'There is no simulation.');
  }
  const unread = writable.find((address) => !(before.has(address) && after.has(address)));
  if (unread !== undefined) {
    const when = before.has(unread) ? 'after the simulation' : 'before it';
    const detail = `Account ${unread} may be written to, and was not read ${when}.`;
    throw new Refusal('evidence', detail, { account: unread });
  }
  const rent = evidence.rentExemption(STAKE_ACCOUNT_SIZE);
  if (rent > RENT_LIMIT) {
    throw new Refusal('evidence', `A rent of ${rent} lamports is over ${RENT_LIMIT}.`);
  }
  if (signatureFee > SIGNATURE_FEE_LIMIT) {
    throw new Refusal(
      'evidence',
      `A signature fee of ${signatureFee} lamports is over ${SIGNATURE_FEE_LIMIT}.`,
    );
  }
}
