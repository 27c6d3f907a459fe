import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import { findProgramAddress } from '../src/bytes/address.ts';
import { ascii, encodeBase58 } from '../src/bytes/text.ts';
import type { LedgerAccount } from '../src/verification.ts';
import { composeSubject, EPOCH, SOL, STAKE_RENT, type States } from './compose-subject.ts';
import {
  decodeKey,
  type ReadSubject,
  STAKE,
  SYSTEM,
  stakeData,
  withInner,
  withState,
} from './edit-evidence.ts';
import { declare } from './edit-transaction.ts';
import {
  ata,
  close,
  findings,
  deployment as LISTED,
  named,
  open,
  other,
  POOL_STATES,
  PRICE_FEE,
  plainWallet,
  ROUTER,
  rasolMint,
  rules,
  solMint,
  stakePool,
  token,
  u64s,
  voteAccount,
  wallet,
} from './real-shape-parts.ts';

const RESERVE = 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const derive = (...seeds: readonly Uint8Array[]) =>
  encodeBase58(findProgramAddress(seeds, decodeKey(RESERVE)));
const [pool, slumdog] = [named('pool'), named('slumdog')];
const feeAccount = derive(decodeKey(pool), ascii('fee'));
const protocolFee = derive(ascii('protocol-fee'));
const recordOf = (stake: string) => derive(decodeKey(pool), decodeKey(stake));
const deployment = { ...LISTED, reserve: { program: RESERVE, address: pool } };

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
const authority = derive(decodeKey(pool));
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
      ['w', recordOf(stakeAccount)],
      ['-', protocolFee],
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

test('what the reserve pays is told without a least: nothing in the bytes holds it to one', () => {
  const { arrives } = proveBounded(handOver(authority)).effects();
  assert.deepEqual(
    arrives.map(({ amount, least }) => [amount, least]),
    [[5_994_000_000n, undefined]],
  );
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
      ['w', recordOf(slumdog)],
      ['-', protocolFee],
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
