import type { World } from './control-routes.ts';
import { findInteger, requireBody } from './read-body.ts';

const MAX_EPOCHS = 100;

/**
 * `POST /sandbox/advance-epoch`: ends the running epoch and as many more as asked for.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `epochs` is no whole number from 1 to 100.
 */
export function advanceEpoch(body: unknown, { ledger }: World): object {
  const epochs = findInteger(requireBody(body, ['epochs']), 'epochs', 1, MAX_EPOCHS) ?? 1;
  ledger.advanceEpochs(epochs);
  const { slot, height } = ledger.blocks.tip();
  return { epoch: ledger.epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}
