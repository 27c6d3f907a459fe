export * from './accounts.ts';
export * from './generated/errors/index.ts';
export * from './generated/instructions/index.ts';
export * from './generated/programs/index.ts';
export { type ParsedStakePoolInstruction, parseStakePoolInstruction } from './instructions.ts';
export * from './math.ts';
export * from './withdrawal-math.ts';
