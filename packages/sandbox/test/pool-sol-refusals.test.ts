import { type Address, createNoopSigner } from '@solana/kit';
import { type Case, STRANGER, swap, testCases } from './pool-cases.ts';
import { depositSol, withdrawSol } from './pool-steps.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const depositSolWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await depositSol(test, wallet, SOL));
const withdrawSolWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await withdrawSol(test, wallet, SOL));
const CASES: Readonly<Record<string, Case>> = {
  'DepositSol: as it should be': { build: async (t, w) => [await depositSol(t, w, SOL)], error: undefined },
  'DepositSol: pool of another program': { build: depositSolWith(0, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: validator list in the place of the pool': {
    build: async (t, w) => swap(0, t.world.validatorList)(await depositSol(t, w, SOL)),
    error: [2, 'pool'],
  },
  'DepositSol: wrong withdraw authority': { build: depositSolWith(1, STRANGER), error: [1, 'pool'] },
  'DepositSol: wrong reserve': { build: depositSolWith(2, STRANGER), error: [1, 'pool'] },
  'DepositSol: destination does not exist': {
    build: depositSolWith(4, STRANGER),
    error: 'InvalidAccountData',
  },
  'DepositSol: wrong manager fee account': { build: depositSolWith(5, STRANGER), error: [9, 'pool'] },
  'DepositSol: wrong mint': { build: depositSolWith(7, DEPLOYMENT.usdcMint), error: [10, 'pool'] },
  'DepositSol: wrong system program': { build: depositSolWith(8, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: wrong token program': { build: depositSolWith(9, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: nothing': { build: async (t, w) => [await depositSol(t, w, 0n)], error: [29, 'pool'] },
  'DepositSol: less than a token unit': {
    build: async (t, w) => [await depositSol(t, w, 1n)],
    error: [29, 'pool'],
  },
  'DepositSol: more than the wallet has': {
    build: async (t, w) => [await depositSol(t, w, 100_000n * SOL)],
    error: [1, 'system'],
  },
  'DepositSol: below the minimum': {
    build: async (t, w) => [await depositSol(t, w, SOL, { minimumPoolTokens: SOL })],
    error: [39, 'pool'],
  },
  'DepositSol: authority demanded and not given': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL)],
    error: 'NotEnoughAccountKeys',
  },
  'DepositSol: another authority signs': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(w) })],
    error: [31, 'pool'],
  },
  'DepositSol: the authority does not sign': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) =>
      swap(10, STRANGER)(await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(w) })),
    error: [7, 'pool'],
  },
  'DepositSol: the authority signs': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(STRANGER) })],
    error: undefined,
  },
  'DepositSol: a fee over one whole': {
    pool: { solDepositFee: { denominator: 1n, numerator: 2n } },
    build: async (t, w) => [await depositSol(t, w, SOL)],
    error: [3, 'pool'],
  },
  'DepositSol: too few accounts': {
    build: async (t, w) => {
      const instruction = await depositSol(t, w, SOL);
      return [{ ...instruction, accounts: instruction.accounts?.slice(0, 9) ?? [] }];
    },
    error: 'NotEnoughAccountKeys',
  },
  'DepositSol: data cut short': {
    build: async (t, w) => {
      const instruction = await depositSol(t, w, SOL);
      return [{ ...instruction, data: instruction.data?.slice(0, 5) ?? new Uint8Array() }];
    },
    error: 'BorshIoError',
  },
  'WithdrawSol: as it should be': { build: async (t, w) => [await withdrawSol(t, w, SOL)], error: undefined },
  'WithdrawSol: nothing': { build: async (t, w) => [await withdrawSol(t, w, 0n)], error: [28, 'pool'] },
  'WithdrawSol: one unit is worth a lamport, and its fee a unit': {
    build: async (t, w) => [await withdrawSol(t, w, 1n)],
    error: [28, 'pool'],
    down: undefined,
  },
  'WithdrawSol: more tokens than owned': {
    build: async (t, w) => [await withdrawSol(t, w, 100n * SOL)],
    error: [1, 'token'],
  },
  'WithdrawSol: more than the reserve holds': {
    build: async (t, w) => [await withdrawSol(t, w, 10_000n * SOL)],
    error: [35, 'pool'],
  },
  'WithdrawSol: below the minimum': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { minimumLamports: 2n * SOL })],
    error: [39, 'pool'],
  },
  'WithdrawSol: somebody else signs': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { tokenOwner: createNoopSigner(STRANGER) })],
    error: [4, 'token'],
  },
  'WithdrawSol: wrong withdraw authority': { build: withdrawSolWith(1, STRANGER), error: [1, 'pool'] },
  'WithdrawSol: wrong reserve': { build: withdrawSolWith(4, STRANGER), error: [1, 'pool'] },
  'WithdrawSol: wrong manager fee account': { build: withdrawSolWith(6, STRANGER), error: [9, 'pool'] },
  'WithdrawSol: wrong stake program': { build: withdrawSolWith(10, STRANGER), error: 'IncorrectProgramId' },
  'WithdrawSol: authority demanded and not given': {
    pool: { solWithdrawAuthority: STRANGER },
    build: async (t, w) => [await withdrawSol(t, w, SOL)],
    error: 'NotEnoughAccountKeys',
  },
  'WithdrawSol: another authority signs': {
    pool: { solWithdrawAuthority: STRANGER },
    build: async (t, w) => [await withdrawSol(t, w, SOL, { solWithdrawAuthority: createNoopSigner(w) })],
    error: [34, 'pool'],
  },
  'WithdrawSol: the receiver may be anybody': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { lamportReceiver: STRANGER })],
    error: undefined,
  },
};

testCases('of SOL', CASES);
