import type { ControlledSandbox } from './controlled-sandbox.ts';
import { findFlag, findInteger, requireBody } from './read-body.ts';

const MAX_EPOCHS = 100;

/**
 * `POST /sandbox/advance-epoch`: ends the running epoch and as many more as asked for. The stake pool is brought to each new
 * epoch, as keepers do, unless `updatePool` is false.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `epochs` is not a whole number from 1 to 100, or `updatePool` is not a boolean.
 */
export function advanceEpoch(body: unknown, { ledger }: ControlledSandbox): object {
  const fields = requireBody(body, ['epochs', 'updatePool']);
  const epochs = findInteger(fields, 'epochs', 1, MAX_EPOCHS) ?? 1;
  ledger.advanceEpochs(epochs, { updatePool: findFlag(fields, 'updatePool') ?? true });
  const { slot, height } = ledger.blocks.tip();
  return { epoch: ledger.epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}
