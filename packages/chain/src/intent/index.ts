export { assertMatchesIntent, PRIORITY_FEE_LIMIT } from './assert-matches-intent.ts';
export { type Intent, IntentMismatch } from './intent.ts';
export { type InstructionView, MalformedMessage, type MessageView, readMessage } from './read-message.ts';
