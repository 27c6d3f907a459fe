import type { ControlledSandbox } from './controlled-sandbox.ts';
import { findInteger, requireBody } from './read-body.ts';

/** A blockhash lives 150 blocks: after so many nothing that was built before can land. */
const DEFAULT_SLOTS = 160;
const MAX_SLOTS = 1_000;

/**
 * `POST /sandbox/advance-slots`: closes slots at once, each with its block, so that transactions expire.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `slots` is no whole number from 1 to 1000.
 */
export function advanceSlots(body: unknown, { ledger }: ControlledSandbox): object {
  const fields = requireBody(body, ['slots']);
  ledger.advanceSlots(findInteger(fields, 'slots', 1, MAX_SLOTS) ?? DEFAULT_SLOTS);
  const { slot, height } = ledger.blocks.tip();
  return { epoch: ledger.epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}
