import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import { ascii } from '../src/bytes/ascii.ts';
import { encodeBase58 } from '../src/bytes/base58.ts';
import { findAssociatedTokenAddress } from '../src/bytes/find-associated-token-address.ts';
import { findProgramAddress } from '../src/bytes/find-program-address.ts';
import type { LedgerAccount } from '../src/evidence.ts';
import { explain } from '../src/explain/explain.ts';
import { DEPLOYMENT, SOL } from './bounded-world.ts';
import {
  composeSubject,
  EPOCH,
  listAccount,
  poolAccount,
  STAKE_RENT,
  type States,
  TOKEN_RENT,
} from './compose-subject.ts';
import {
  decodeKey,
  type ReadSubject,
  STAKE,
  SYSTEM,
  stakeData,
  TOKEN,
  tokenData,
  withInner,
  withState,
} from './edit-evidence.ts';
import { declare, type PlainInstruction } from './edit-transaction.ts';

const ROUTER = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq';
const RESERVE = 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ';
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const INFINITY = '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx';
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const PRICE_FEE = 5_000n;
const { solMint, rasolMint, voteAccount, stakePool } = DEPLOYMENT;
const named = (text: string) => encodeBase58(findProgramAddress([ascii(text)], decodeKey(ROUTER)));
const wallet = named('wallet');
const [list, other, pool, feeAccount, slumdog] = ['list', 'other', 'pool', 'fee', 'slumdog'].map(named) as [
  string,
  string,
  string,
  string,
  string,
];
const ata = (mint: string, owner = wallet) =>
  encodeBase58(findAssociatedTokenAddress(decodeKey(owner), decodeKey(mint)));
const deployment = { routerPrograms: [ROUTER, JUPITER, INFINITY, stakePool.program] };
const plainWallet = (lamports: bigint): LedgerAccount => ({
  lamports,
  owner: SYSTEM,
  data: new Uint8Array(),
});
const token = (mint: string, amount: bigint, owner = wallet, lamports = TOKEN_RENT): LedgerAccount => ({
  lamports,
  owner: TOKEN,
  data: tokenData(mint, owner, amount),
});
const u64s = (...values: readonly bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer);
const POOL_STATES: States = {
  [stakePool.address]: poolAccount(stakePool.program, list),
  [list]: listAccount(stakePool.program, voteAccount),
};
const open = (mint: string, owner = wallet) =>
  declare(
    ATA,
    [
      ['ws', wallet],
      ['w', ata(mint, owner)],
      ['-', owner],
      ['-', mint],
      ['-', SYSTEM],
      ['-', TOKEN],
    ],
    Uint8Array.of(1),
  );
const close = (account: string) =>
  declare(
    TOKEN,
    [
      ['w', account],
      ['w', wallet],
      ['s', wallet],
    ],
    Uint8Array.of(9),
  );
const wrap = (amount: bigint): PlainInstruction[] => [
  open(solMint),
  declare(
    SYSTEM,
    [
      ['ws', wallet],
      ['w', ata(solMint)],
    ],
    Uint8Array.of(2, 0, 0, 0, ...u64s(amount)),
  ),
  declare(TOKEN, [['w', ata(solMint)]], Uint8Array.of(17)),
];
const findings = (subject: ReadSubject) => {
  for (const { name, sentence } of explain(subject)) {
    assert.ok(name, sentence);
    assert.doesNotMatch(sentence, /[{}]|not known|\bno \w/);
  }
  return foundBy(subject);
};
const foundBy = (subject: ReadSubject) =>
  proveBounded(subject).findings.map(({ rule, detail }) => `${rule}: ${detail}`);
const rules = (subject: ReadSubject) => [...new Set(proveBounded(subject).findings.map(({ rule }) => rule))];

const swapIn = {
  operation: 'stake',
  request: { strategy: 'sol-liquid-stake', wallet, amount: '1.08' },
} as const;
const swapOut = {
  operation: 'unstake',
  request: { strategy: 'sol-liquid-stake', kind: 'instant', wallet, amount: '1' },
} as const;
const BOUGHT: States = {
  ...POOL_STATES,
  [wallet]: [plainWallet(10n * SOL), plainWallet(10n * SOL - 1_080_000_000n - PRICE_FEE)],
  [ata(solMint)]: [undefined, undefined],
  [ata(rasolMint)]: [token(rasolMint, 0n), token(rasolMint, SOL)],
};
const SOLD: States = {
  ...POOL_STATES,
  [wallet]: [plainWallet(SOL), plainWallet(SOL + 1_080_000_000n - PRICE_FEE)],
  [ata(solMint)]: [undefined, undefined],
  [ata(rasolMint)]: [token(rasolMint, SOL), token(rasolMint, 0n)],
};

test('wrapped SOL is staked over the router’s program at the pool’s rate, which must stand', () => {
  const swap = (at: string) =>
    declare(
      ROUTER,
      [
        ['s', wallet],
        ['w', ata(solMint)],
        ['w', ata(rasolMint)],
        ['w', named('a')],
        ['w', named('b')],
        ['w', named('c')],
        ['w', rasolMint],
        ['-', solMint],
        ['-', TOKEN],
        ['-', SYSTEM],
        ['-', stakePool.program],
        ['w', at],
      ],
      Uint8Array.of(0, ...u64s(1_080_000_000n)),
    );
  const build = (at: string, states: States) =>
    composeSubject(swapIn, [...wrap(1_080_000_000n), swap(at), close(ata(solMint))], states, { deployment });
  assert.deepEqual(findings(build(stakePool.address, BOUGHT)), []);
  assert.deepEqual(rules(build(other, BOUGHT)), ['shape']);
  const stale = { ...BOUGHT, [stakePool.address]: poolAccount(stakePool.program, list, EPOCH - 1n) };
  assert.deepEqual(rules(build(stakePool.address, stale)), ['minimum']);
});

test('raSOL is redeemed for wrapped SOL over the router’s program', () => {
  const swap = declare(
    ROUTER,
    [
      ['s', wallet],
      ['w', ata(rasolMint)],
      ['w', ata(solMint)],
      ['w', named('a')],
      ['w', rasolMint],
      ['-', solMint],
      ['-', TOKEN],
      ['-', stakePool.program],
      ['w', stakePool.address],
    ],
    Uint8Array.of(8, ...u64s(SOL)),
  );
  const subject = composeSubject(swapOut, [open(solMint), swap, close(ata(solMint))], SOLD, { deployment });
  assert.deepEqual(findings(subject), []);
});

// The aggregator: a plan of one step over variant 43 (ten bytes of arguments) in the first version.
const PLAN = Uint8Array.of(1, 0, 0, 0, 43, ...new Uint8Array(10), 100, 0, 1);
const route = (amount: bigint, quote: bigint, slippage: number, tail: readonly number[] = [0]) =>
  declare(
    JUPITER,
    [
      ['-', TOKEN],
      ['s', wallet],
      ['w', ata(rasolMint)],
      ['w', ata(solMint)],
      ['-', JUPITER],
      ['-', solMint],
      ['-', JUPITER],
    ],
    Uint8Array.of(
      ...Uint8Array.fromHex('e517cb977ae3ad2a'),
      ...PLAN,
      ...u64s(amount, quote),
      slippage & 0xff,
      slippage >> 8,
      ...tail,
    ),
  );
const routed = (swap: PlainInstruction) =>
  composeSubject(swapOut, [open(solMint), swap, close(ata(solMint))], SOLD, { deployment });

test('a route of the aggregator: its fields are read where the program reads them', () => {
  assert.deepEqual(findings(routed(route(SOL, 1_080_000_000n, 50))), []);
  assert.deepEqual(rules(routed(route(SOL, 1_080_000_000n, 400))), ['minimum']);
  assert.deepEqual(rules(routed(route(SOL, 0n, 0))), ['minimum']);
  assert.deepEqual(rules(routed(route(2n * SOL, 1_080_000_000n, 50))), ['minimum']);
  assert.deepEqual(rules(routed(route(SOL, 1_080_000_000n, 50, [5]))), ['shape'], 'a platform fee');
  // A minimum of 0, and behind it bytes that read like an honest tail.
  const forged = [0, ...u64s(SOL, 1_080_000_000n), 50, 0, 0];
  assert.deepEqual(rules(routed(route(SOL, 0n, 0, forged))), ['shape']);
});

test('the aggregator’s second version, its exact output, and the Infinity pool', () => {
  const own = [
    ['s', wallet],
    ['w', ata(rasolMint)],
    ['w', ata(solMint)],
    ['-', rasolMint],
    ['-', solMint],
    ['-', TOKEN],
    ['-', TOKEN],
    ['-', JUPITER],
    ['-', JUPITER],
  ] as const;
  const second = (tag: string, first: bigint, quote: bigint, fee = 0) =>
    declare(
      JUPITER,
      own,
      Uint8Array.of(...Uint8Array.fromHex(tag), ...u64s(first, quote), 50, 0, fee, 0, 0, 0, ...PLAN),
    );
  assert.deepEqual(findings(routed(second('bb64facc31c4af14', SOL, 1_080_000_000n))), []);
  assert.deepEqual(rules(routed(second('bb64facc31c4af14', SOL, SOL))), ['minimum']);
  assert.deepEqual(rules(routed(second('bb64facc31c4af14', SOL, 1_080_000_000n, 1))), ['shape']);
  assert.deepEqual(findings(routed(second('9d8ab85215f4f324', 1_060_000_000n, 990_000_000n))), []);
  assert.deepEqual(
    rules(routed(second('9d8ab85215f4f324', 1_060_000_000n, SOL))),
    ['minimum'],
    'slippage on the input',
  );
  const infinity = (limit: bigint) =>
    declare(
      INFINITY,
      [
        ['s', wallet],
        ['-', rasolMint],
        ['-', solMint],
        ['w', ata(rasolMint)],
        ['w', ata(solMint)],
      ],
      Uint8Array.of(1, 5, 5, 1, 0, 0, 0, 2, 0, 0, 0, ...u64s(limit, SOL)),
    );
  assert.deepEqual(findings(routed(infinity(1_060_000_000n))), []);
  assert.deepEqual(rules(routed(infinity(1n))), ['minimum']);
});

// The reserve: the stake account lives on under the reserve's own authority.
const reserveFee = (full: bigint, none: bigint): LedgerAccount => ({
  lamports: 1n,
  owner: RESERVE,
  data: Uint8Array.of(...Uint8Array.fromHex('183796faa81b65b2'), 1, ...u64s(full, 10_000n, none, 10_000n)),
});
const reservePool = (incoming: bigint): LedgerAccount => ({
  lamports: 1n,
  owner: RESERVE,
  data: Uint8Array.of(...Uint8Array.fromHex('f19a6d0411b16dbc'), ...new Uint8Array(64), ...u64s(incoming)),
});
/** Parts in ten thousand: of mainnet at full liquidity and at none. */
const FULL = 10n;
const NONE = 800n;
const stakeAccount = named('stake');
const authority = encodeBase58(findProgramAddress([decodeKey(pool)], decodeKey(RESERVE)));
const stakeState = (owner: string): LedgerAccount => ({
  lamports: 6n * SOL,
  owner: STAKE,
  data: stakeData(owner, voteAccount, 6n * SOL - STAKE_RENT, 2n ** 64n - 1n),
});

type Reserve = {
  readonly full?: bigint;
  readonly none?: bigint;
  readonly incoming?: bigint;
  readonly paid?: bigint;
};

function handOver(to: string, reserve: Reserve = {}): ReadSubject {
  const { full = FULL, none = NONE, incoming = 0n, paid = 5_994_000_000n } = reserve;
  const swap = declare(
    ROUTER,
    [
      ['ws', wallet],
      ['w', stakeAccount],
      ['w', ata(solMint)],
      ['w', named('a')],
      ['-', solMint],
      ['-', RESERVE],
      ['w', pool],
      ['w', authority],
      ['-', feeAccount],
      ['w', named('record')],
      ['-', CLOCK],
    ],
    Uint8Array.of(5),
  );
  const states = {
    ...POOL_STATES,
    [wallet]: [plainWallet(SOL), plainWallet(SOL + paid - PRICE_FEE)],
    [ata(solMint)]: [undefined, undefined],
    [stakeAccount]: [stakeState(wallet), stakeState(to)],
    [pool]: reservePool(incoming),
    [authority]: plainWallet(40_000n * SOL),
    [feeAccount]: reserveFee(full, none),
  } as const;
  const request = { strategy: 'sol-native-stake', kind: 'instant', wallet, stakeAccount };
  const inner = [
    { program: STAKE, accounts: [stakeAccount, CLOCK, wallet], data: Uint8Array.of(1, 0, 0, 0) },
  ];
  const steps = [open(solMint), swap, close(ata(solMint))];
  return withInner(composeSubject({ operation: 'unstake', request }, steps, states, { deployment }), 1, {
    ...(inner[0] as (typeof inner)[0]),
  });
}

test('a stake account is handed over to the reserve, to no other authority, for no higher fee', () => {
  assert.deepEqual(findings(handOver(authority)), []);
  assert.deepEqual(rules(handOver(other)), ['account']);
  assert.deepEqual(rules(handOver(wallet)), ['account']);
  assert.deepEqual(rules(handOver(authority, { full: 500n })), ['minimum']);
  assert.deepEqual(rules(handOver(authority, { none: 9_000n })), ['minimum'], 'the fee rises too fast');
  assert.deepEqual(rules(handOver(authority, { incoming: 400_000n * SOL })), ['minimum'], 'it is used up');
  assert.deepEqual(
    rules(handOver(authority, { none: 0n })),
    ['minimum'],
    'a fee that falls is none of theirs',
  );
  assert.deepEqual(rules(handOver(authority, { paid: 5_000_000_000n })), ['price']);
});

// A slow exit whose stake account, and the one that repays its rent, programs make.
const seed = Uint8Array.of(7, 0, 0, 0);
const bridge = encodeBase58(
  findProgramAddress([ascii('bridge_stake'), decodeKey(wallet), seed], decodeKey(ROUTER)),
);

function prefunded(made: string, deactivation: bigint, voter = voteAccount): ReadSubject {
  const swap = declare(
    ROUTER,
    [
      ['ws', wallet],
      ['w', ata(rasolMint)],
      ['w', made],
      ['w', rasolMint],
      ['w', named('prefunder')],
      ['w', slumdog],
      ['-', RESERVE],
      ['w', pool],
      ['w', authority],
      ['-', feeAccount],
      ['w', named('record')],
      ['-', named('p')],
      ['w', named('q')],
      ['-', CLOCK],
      ['-', STAKE],
      ['-', SYSTEM],
      ['-', stakePool.program],
      ['w', stakePool.address],
    ],
    Uint8Array.of(6, ...u64s(SOL), ...seed),
  );
  const delegated = 1_078_000_000n;
  const states: States = {
    ...POOL_STATES,
    [wallet]: [plainWallet(SOL), plainWallet(SOL - PRICE_FEE)],
    [ata(rasolMint)]: [token(rasolMint, SOL), token(rasolMint, 0n)],
    [slumdog]: [undefined, undefined],
    [made]: [
      undefined,
      {
        lamports: delegated + STAKE_RENT,
        owner: STAKE,
        data: stakeData(wallet, voter, delegated, deactivation),
      },
    ],
  };
  const request = { strategy: 'sol-liquid-stake', kind: 'slow', wallet, amount: '1' };
  const subject = composeSubject({ operation: 'unstake', request }, [swap], states, { deployment });
  const split = {
    program: STAKE,
    accounts: [made, slumdog, wallet],
    data: Uint8Array.of(3, 0, 0, 0, ...u64s(1n)),
  };
  const hand = { program: STAKE, accounts: [slumdog, CLOCK, wallet], data: Uint8Array.of(1, 0, 0, 0) };
  const unstake = {
    program: RESERVE,
    accounts: [wallet, slumdog],
    data: Uint8Array.fromHex('5a5f6b2acd7c32e1'),
  };
  return [split, unstake, hand].reduce((all, inner) => withInner(all, 0, inner), subject);
}

test('a slow exit over PrefundWithdrawStake: one stake account of the wallet, proved by what it is afterwards', () => {
  assert.deepEqual(findings(prefunded(bridge, EPOCH)), []);
  assert.deepEqual(rules(prefunded(bridge, 2n ** 64n - 1n)), ['new-account'], 'not cooling down');
  assert.deepEqual(rules(prefunded(bridge, EPOCH, other)), ['new-account'], 'of no validator of the pool');
  assert.deepEqual(rules(prefunded(other, EPOCH)), ['account'], 'at another address');
  const second = withState(prefunded(bridge, EPOCH), 'after', slumdog, () => stakeState(wallet));
  assert.deepEqual(rules(second), ['new-account'], 'a second one of the wallet');
  assert.deepEqual(
    findings(withState(prefunded(bridge, EPOCH), 'after', slumdog, () => stakeState(authority))),
    [],
  );
});
