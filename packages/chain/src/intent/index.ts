export {
  type AccountState,
  readStakeState,
  readTokenState,
  type StakeState,
  type TokenState,
} from './account-state.ts';
export { IntentMismatch } from './intent.ts';
export { LOOKUP_TABLE_PROGRAM } from './known-keys.ts';
export { PRIORITY_FEE_LIMIT, priorityFeeOf } from './priority-fee.ts';
export {
  type InstructionView,
  type LoadedAccounts,
  MalformedMessage,
  type MessageView,
  readMessage,
  type TableLookup,
} from './read-message.ts';
export { assertRouterMessage, type RouterIntent } from './router.ts';
export {
  type AccountChange,
  assertRouterEffects,
  type RouterBounds,
  type RouterEffects,
} from './router-effects.ts';
