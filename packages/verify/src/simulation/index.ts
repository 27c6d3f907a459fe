export { encodeParsedInstruction, type ParsedInstruction } from './encode-parsed-instruction.ts';
export {
  type PrintedInstruction,
  type PrintedInstructions,
  readInnerInstructions,
} from './read-inner-instructions.ts';
