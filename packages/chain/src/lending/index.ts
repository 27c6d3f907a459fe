export * from './accounts.ts';
export * from './flash-loan.ts';
export * from './generated/accounts/index.ts';
export * from './generated/errors/index.ts';
export * from './generated/instructions/index.ts';
export * from './generated/programs/index.ts';
export * from './generated/types/index.ts';
