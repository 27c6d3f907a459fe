import assert from 'node:assert/strict';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  findAssociatedTokenAddress,
  isOnCurve,
  RENT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../bytes/address.ts';
import { deploymentKeys, findRequestAccounts } from '../deployment.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import type { BoundedIntent, BoundedKind } from './intent.ts';
import { readStep } from './steps.ts';

export const key = (fill: number) => new Uint8Array(32).fill(fill);
export const WALLET = key(1);
export const STRANGER = key(2);
export const STAKE_ACCOUNT = key(3);
const keys = deploymentKeys(DEPLOYMENT);
const holding = (fill: number) => ({
  mint: key(fill),
  account: findAssociatedTokenAddress(WALLET, key(fill)),
});
export const [SOL, RASOL, USDC, RAUSDC] = [holding(11), holding(12), holding(13), holding(14)];
export const KINDS: readonly BoundedKind[] = [
  'swap-in',
  'swap-out',
  'stake-out',
  'stake-withdrawal',
  'vault-deposit',
  'vault-withdrawal',
];
export const AMOUNT = 1_000n;
export const rentExemption = (size: number) => BigInt(size) * 10n;

function intentOf(kind: BoundedKind): BoundedIntent {
  const tokens = { sol: SOL, rasol: RASOL, usdc: USDC, rausdc: RAUSDC };
  const more = kind === 'stake-out' ? { stakeAccount: STAKE_ACCOUNT } : {};
  return { kind, wallet: WALLET, ...tokens, amount: AMOUNT, isAll: false, ...more };
}

type Parts = { readonly accounts: readonly Uint8Array[]; readonly data: Uint8Array };

/** Reads an instruction where a transaction of this kind holds it. */
export function read(kind: BoundedKind, program: Uint8Array, { accounts, data }: Parts): string | undefined {
  const scene = { intent: intentOf(kind), keys, wrapped: [SOL.account], rentExemption };
  return readStep({ index: 0, program, accounts, data }, scene, DEPLOYMENT)?.letter;
}

export const u32 = (value: number) => [...new Uint8Array(Uint32Array.of(value).buffer)];
export const u64 = (value: bigint) => [...new Uint8Array(BigUint64Array.of(value).buffer)];
export const bytes = (...parts: readonly (number | readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));
export const seeded = (lamports: bigint, size: bigint, owner: Uint8Array, seed = 'abc', base = WALLET) =>
  bytes(u32(3), base, u64(BigInt(seed.length)), [...Buffer.from(seed)], u64(lamports), u64(size), owner);
/** What no key can sign for. */
export const offCurve =
  Array.from({ length: 250 }, (_, i) => key(i)).find((each) => !isOnCurve(each)) ?? assert.fail();
/** What a key may sign for. */
export const onCurve = Array.from({ length: 250 }, (_, i) => key(i)).find(isOnCurve) ?? assert.fail();
const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);

type Case = Parts & {
  readonly letter: string;
  readonly program: Uint8Array;
  readonly kinds: readonly BoundedKind[];
  /** Bytes of the data that may have any value. */
  readonly free?: readonly (readonly [from: number, to: number])[];
  /** Accounts that may be anyone's, and the numbers of accounts that there may be. */
  readonly anyone?: readonly number[];
  readonly counts?: readonly number[];
};

export const TOKEN_RENT = rentExemption(165);
const ata = (account: Uint8Array, owner: Uint8Array, mint: Uint8Array) => [
  WALLET,
  account,
  owner,
  mint,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
];
const opening = (letter: string, kinds: readonly BoundedKind[], accounts: readonly Uint8Array[]): Case => ({
  letter,
  kinds,
  accounts,
  program: ASSOCIATED_TOKEN_PROGRAM,
  data: bytes(1),
  counts: [6, 7],
});
const own = ({ account, mint }: typeof SOL) => ata(account, WALLET, mint);

export const CASES: Readonly<Record<string, Case>> = {
  'a unit limit': {
    letter: 'L',
    program: COMPUTE_BUDGET_PROGRAM,
    kinds: KINDS,
    accounts: [],
    data: bytes(2, u32(9)),
    free: [[1, 5]],
  },
  'a unit price': {
    letter: 'P',
    program: COMPUTE_BUDGET_PROGRAM,
    kinds: KINDS,
    accounts: [],
    data: bytes(3, u64(9n)),
    free: [[1, 9]],
  },
  'a limit of loaded data': {
    letter: 'D',
    program: COMPUTE_BUDGET_PROGRAM,
    kinds: KINDS,
    accounts: [],
    data: bytes(4, u32(9)),
    free: [[1, 5]],
  },
  'a transfer into wrapped SOL': {
    letter: 'T',
    program: SYSTEM_PROGRAM,
    kinds: ['swap-in'],
    accounts: [WALLET, SOL.account],
    data: bytes(u32(2), u64(AMOUNT)),
  },
  'a seeded token account': {
    letter: 'S',
    program: SYSTEM_PROGRAM,
    kinds: KINDS,
    accounts: [WALLET, STRANGER],
    data: seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM),
    free: [[44, 47]],
    anyone: [1],
  },
  'a seeded token account, its base named': {
    letter: 'S',
    program: SYSTEM_PROGRAM,
    kinds: KINDS,
    accounts: [WALLET, STRANGER, WALLET],
    data: seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM),
    free: [[44, 47]],
    anyone: [1],
    counts: [2, 3],
  },
  'a seeded stake account': {
    letter: 'N',
    program: SYSTEM_PROGRAM,
    kinds: ['stake-withdrawal'],
    accounts: [WALLET, STRANGER],
    data: seeded(rentExemption(200), 200n, STAKE_PROGRAM),
    free: [[44, 47]],
    anyone: [1],
  },
  'an initialised account of wrapped SOL': {
    letter: 'I',
    program: TOKEN_PROGRAM,
    kinds: KINDS,
    accounts: [SOL.account, SOL.mint],
    data: bytes(18, WALLET),
  },
  'wrapped SOL in step': {
    letter: 'Y',
    program: TOKEN_PROGRAM,
    kinds: KINDS,
    accounts: [SOL.account],
    data: bytes(17),
  },
  'wrapped SOL in step, with the rent': {
    letter: 'Y',
    program: TOKEN_PROGRAM,
    kinds: KINDS,
    accounts: [SOL.account, RENT],
    data: bytes(17),
    counts: [1, 2],
  },
  'wrapped SOL closed': {
    letter: 'C',
    program: TOKEN_PROGRAM,
    kinds: KINDS,
    accounts: [SOL.account, WALLET, WALLET],
    data: bytes(9),
  },
  'raSOL closed': {
    letter: 'K',
    program: TOKEN_PROGRAM,
    kinds: ['stake-out'],
    accounts: [RASOL.account, WALLET, WALLET],
    data: bytes(9),
  },
  'raSOL opened for a stake': opening('R', ['swap-in'], own(RASOL)),
  'raSOL opened on the way': opening('O', ['stake-out'], own(RASOL)),
  'raUSDC opened': opening('R', ['vault-deposit'], own(RAUSDC)),
  'USDC opened': opening('R', ['vault-withdrawal'], own(USDC)),
  'wrapped SOL opened': opening('W', ['swap-in', 'swap-out', 'stake-out'], own(SOL)),
  'the escrow of a request opened': opening('E', ['vault-withdrawal'], ata(escrow, receipt, RAUSDC.mint)),
  'a staker changed': {
    letter: 'Z',
    program: STAKE_PROGRAM,
    kinds: ['stake-out'],
    accounts: [STAKE_ACCOUNT, STRANGER, WALLET],
    data: bytes(u32(1), offCurve, u32(0)),
    anyone: [1, 2],
    free: [[4, 36]],
    counts: [1, 2, 3],
  },
  'a withdrawer changed': {
    letter: 'Z',
    program: STAKE_PROGRAM,
    kinds: ['stake-out'],
    accounts: [STAKE_ACCOUNT],
    data: bytes(u32(1), offCurve, u32(1)),
    free: [[4, 36]],
    counts: [1, 2, 3],
  },
  'a stake account deactivated': {
    letter: 'V',
    program: STAKE_PROGRAM,
    kinds: ['stake-withdrawal'],
    accounts: [STRANGER, STRANGER, WALLET],
    data: bytes(u32(5)),
    anyone: [0, 1],
  },
};
