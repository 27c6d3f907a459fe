export {
  type ComputeBudget,
  compileMessage,
  compileMessageWithTables,
  getComputeBudgetInstructions,
} from './compile-message.ts';
export { type CompiledMessage, encodeMessage } from './encode-message.ts';
export { createMessageTemplate, type FillMessage, type Hole, type HoleValues } from './message-template.ts';
