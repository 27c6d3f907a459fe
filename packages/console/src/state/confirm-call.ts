import type { SuggestedCall } from '@staking-agent/sdk';
import { askToConfirm, type Intent } from './intent.ts';
import { nameCall } from './name-call.ts';
import { findOperation } from './operation.ts';

/** Goes to where a suggested call is shown before it is signed. */
export function confirmCall(
  call: SuggestedCall,
  back: Intent['back'],
  then: readonly SuggestedCall[] = [],
): void {
  const operation = findOperation(call);
  const { wallet } = call.body;
  if (operation === undefined || typeof wallet !== 'string') return;
  askToConfirm({ operation, request: { ...call.body, wallet }, title: nameCall(call), back, then });
}
