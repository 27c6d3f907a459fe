import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { keyOf, type RawInstruction } from '../../test/message-bytes.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { SYSTEM_CLOCK } from '../runtime/clock.ts';
import { RENT } from '../upstreams/ledger/client.ts';

export const DEPLOYMENT = parseDeployment(
  JSON.parse(readFileSync(new URL('../../../../deployments/sandbox.json', import.meta.url), 'utf8')),
);
export const POOL_PROGRAM = DEPLOYMENT.stakePool.program;
export const SYSTEM = '11111111111111111111111111111111';
const [WALLET, OTHER, NEW] = [1, 2, 3].map(keyOf) as [Uint8Array, Uint8Array, Uint8Array];
export const [wallet, opened] = [WALLET, NEW].map((key) => base58.encode(key)) as [string, string];
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const KEYS = [
  WALLET,
  OTHER,
  NEW,
  ...[SYSTEM, ASSOCIATED, POOL_PROGRAM].map((key) => base58.decode(key)),
  keyOf(9),
];
export const FEE = 5_000n;
/** Of accounts of so many bytes, by the sysvar below. */
export const rentOf = (size: number) => BigInt(128 + size) * 6_960n;
export const TOKEN_RENT = rentOf(165);

const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return [...bytes];
};
const system = (tag: number, rest: readonly number[], accounts: readonly number[]): RawInstruction => ({
  program: 3,
  accounts,
  data: [tag, 0, 0, 0, ...rest],
});
export const transfer = (lamports: number, from = 0) => system(2, u64(lamports), [from, 1]);
export const create = (lamports: number, from = 0) =>
  system(0, [...u64(lamports), ...u64(9), ...OTHER], [from, 2]);
export const createSeeded = (lamports: number) =>
  system(3, [...WALLET, ...u64(1), 65, ...u64(lamports), ...u64(9), ...OTHER], [0, 2]);
export const openTokens = (...data: readonly number[]): RawInstruction => ({
  program: 4,
  accounts: [0, 2, 0, 1, 3, 6],
  data,
});
export const deposit = (tag: number, lamports: number, from = 0): RawInstruction => ({
  program: 5,
  accounts: [1, 1, 1, from, 2, 1, 1, 1, 3, 6],
  data: [tag, ...u64(lamports), ...(tag === 25 ? u64(1) : [])],
});

const RENT_DATA = Buffer.alloc(17);
RENT_DATA.writeBigUInt64LE(3_480n, 0);
RENT_DATA.writeDoubleLE(2, 8);

/** How a transaction failed, and what the ledger holds. */
export type Given = {
  readonly fault?: unknown;
  readonly logs?: readonly string[] | null;
  readonly instructions?: readonly RawInstruction[];
  readonly holds?: bigint | undefined;
  readonly fee?: number | null;
  readonly isOpen?: boolean;
};

export function openLedger(
  { holds, fee = Number(FEE), isOpen = false }: Given,
  simulate?: (turn: number) => unknown,
) {
  const accounts = new Map<unknown, object>([
    [RENT, { lamports: 1n, owner: 'o', data: [RENT_DATA.toString('base64'), 'base64'] }],
    ...(holds === undefined
      ? []
      : [[wallet, { lamports: holds, owner: SYSTEM, data: ['', 'base64'] }] as const]),
    ...(isOpen ? [[opened, { lamports: 1n, owner: 'o', data: ['', 'base64'] }] as const] : []),
  ]);
  let turn = 0;
  const simulations: unknown[] = [];
  const { ledger, calls } = createScriptedLedger([
    {
      getMultipleAccounts: ([all]) => ({
        context: { slot: 1 },
        value: (all as readonly string[]).map((each) => accounts.get(each) ?? null),
      }),
      getFeeForMessage: ([message, options]) => {
        assert.deepEqual(options, { commitment: 'confirmed' });
        assert.equal(typeof message, 'string');
        return { value: fee };
      },
      simulateTransaction(params) {
        turn += 1;
        simulations.push(params);
        return simulate?.(turn);
      },
    },
  ]);
  return { ledger, calls, simulations, clock: SYSTEM_CLOCK, config: { deployment: DEPLOYMENT } };
}
