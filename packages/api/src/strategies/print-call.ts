import { BASE_PATH, OPERATIONS, type OperationId, type SuggestedCall } from '@staking-agent/wire';

/** Prints a call that is possible now. */
export function printCall(
  id: Extract<OperationId, 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge'>,
  description: string,
  body: Readonly<Record<string, string | number | boolean | readonly string[]>>,
): SuggestedCall {
  return { description, endpoint: `${BASE_PATH}${OPERATIONS[id].path}`, method: 'POST', body };
}
