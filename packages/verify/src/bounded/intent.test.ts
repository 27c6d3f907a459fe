import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAssociatedTokenAddress } from '../bytes/address.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import type { Subject } from '../subject.ts';
import { type BuildOperation, Refusal, type VerifyRequest } from '../verification.ts';
import {
  type BoundedKind,
  findReceived,
  findSpent,
  getTerms,
  isInstantExit,
  readBoundedIntent,
} from './intent.ts';
import {
  filled,
  GIVEN,
  intentOf,
  KINDS,
  keys,
  plain,
  RAUSDC,
  sceneOf,
  text,
  tokens,
  u64,
  WALLET,
} from './rules.world.ts';

const wallet = text(WALLET);
const stakeAccount = text(GIVEN);
type Asked = readonly [BuildOperation, Partial<VerifyRequest>];
const ASKED: Readonly<Record<BoundedKind, Asked>> = {
  'swap-in': ['stake', { strategy: 'sol-liquid-stake', amount: '1.5' }],
  'swap-out': ['unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1.5' }],
  'stake-withdrawal': ['unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1.5' }],
  'stake-out': ['unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount }],
  'vault-deposit': ['stake', { strategy: 'usdc-earn', amount: '1.5' }],
  'vault-withdrawal': ['unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '1.5' }],
};
const SUBJECT: Subject = {
  operation: 'stake',
  request: { wallet },
  wallet: WALLET,
  answer: { transaction: '' },
  deployment: DEPLOYMENT,
  limits: { instantExitLossBps: 300 },
  evidence: {},
  transaction: { signatures: [], message: sceneOf('swap-in').scene.message, messageBytes: new Uint8Array() },
  accounts: [],
};
const read = ([operation, request]: Asked, more: Partial<VerifyRequest> = {}) =>
  readBoundedIntent({ ...SUBJECT, operation, request: { wallet, ...request, ...more } as VerifyRequest });
const isRefused = (asked: Asked, more?: Partial<VerifyRequest>) =>
  assert.throws(
    () => read(asked, more),
    (error) => error instanceof Refusal && error.finding.rule === 'shape',
  );

suite('what a request allows', () => {
  test('is one kind, with the amount in base units', () => {
    for (const kind of KINDS) {
      const intent = read(ASKED[kind]);
      assert.equal(intent.kind, kind);
      const isVault = kind.startsWith('vault');
      assert.equal(intent.amount, kind === 'stake-out' ? 0n : isVault ? 1_500_000n : 1_500_000_000n);
      assert.equal(intent.isAll, false);
      assert.deepEqual(intent.stakeAccount, kind === 'stake-out' ? GIVEN : undefined);
      assert.equal('minReceive' in intent, false);
      for (const [name, mint] of [
        ['sol', keys.solMint],
        ['rasol', keys.rasolMint],
        ['usdc', keys.usdcMint],
        ['rausdc', keys.rausdcMint],
      ] as const)
        assert.deepEqual(intent[name], { mint, account: findAssociatedTokenAddress(WALLET, mint) });
    }
  });

  test('is everything only at the vault', () => {
    for (const kind of KINDS) {
      const { isAll, amount } = read(ASKED[kind], { isWithdrawAll: true });
      assert.equal(isAll, kind === 'vault-withdrawal');
      assert.equal(amount === 0n, kind === 'vault-withdrawal' || kind === 'stake-out');
    }
    const { amount: _, ...all } = ASKED['vault-withdrawal'][1];
    assert.equal(read(['unstake', { ...all, isWithdrawAll: true }]).isAll, true);
    isRefused(['unstake', all]);
  });

  test('has a least amount in the decimals of what arrives', () => {
    for (const kind of KINDS)
      assert.equal(
        read(ASKED[kind], { minReceive: '2.25' }).minReceive,
        kind === 'vault-withdrawal' ? 2_250_000n : 2_250_000_000n,
      );
  });

  test('is nothing where nobody else makes the transaction', () => {
    for (const [operation, request] of [
      ['stake', { strategy: 'sol-native-stake', amount: '1' }],
      ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount }],
      ['unstake', { strategy: 'usdc-earn', kind: 'slow', amount: '1' }],
      ['withdraw', { stakeAccount }],
      ['stake', { amount: '1' }],
    ] as const)
      isRefused([operation, request]);
    for (const other of [undefined, '', 'x']) isRefused(ASKED['stake-out'], { stakeAccount: other as never });
  });
});

test('what is spent and received, by kind', () => {
  const names = (kind: BoundedKind) => {
    const intent = intentOf(kind);
    const nameOf = (holding: unknown) =>
      (['sol', 'rasol', 'usdc', 'rausdc'] as const).find((name) => intent[name] === holding);
    return [nameOf(findSpent(intent)), nameOf(findReceived(intent)), isInstantExit(intent)];
  };
  assert.deepEqual(Object.fromEntries(KINDS.map((kind) => [kind, names(kind)])), {
    'swap-in': [undefined, 'rasol', false],
    'swap-out': ['rasol', undefined, true],
    'stake-out': [undefined, undefined, true],
    'stake-withdrawal': ['rasol', undefined, false],
    'vault-deposit': ['usdc', 'rausdc', false],
    'vault-withdrawal': ['rausdc', 'usdc', false],
  });
});

suite('terms', () => {
  // 1 raSOL is worth 1.05 SOL, and leaves a thousandth behind when it is redeemed.
  const poolOf = (lamports: bigint, supply: bigint) => ({
    lamports: 1n,
    owner: DEPLOYMENT.stakePool.program,
    data: filled(611, {
      0: [1],
      258: u64(lamports),
      266: u64(supply),
      274: u64(700n),
      365: u64(1_000n),
      373: u64(1n),
    }),
  });
  const vault = {
    lamports: 1n,
    owner: 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8',
    data: filled(928, { 0: Buffer.from('d308e82b02987577', 'hex'), 168: u64(1_000_000n) }),
  };
  const mint = { ...plain(1n), data: filled(82, { 36: u64(500_000_000n) }) };
  type Seen = Readonly<Record<string, ReturnType<typeof plain> | undefined>>;
  const SEEN: Seen = {
    [DEPLOYMENT.stakePool.address]: poolOf(105_000n, 100_000n),
    [DEPLOYMENT.usdcVault]: vault,
    [DEPLOYMENT.rausdcMint]: mint,
    [stakeAccount]: plain(20_000n),
    [text(RAUSDC.account)]: tokens(RAUSDC.mint, 100_000_000n),
  };
  const terms = (kind: BoundedKind, more = {}, seen: Seen = {}, instantExitLossBps = 300) => {
    const { evidence } = sceneOf(kind).scene;
    const before = new Map(Object.entries({ ...SEEN, ...seen }));
    const intent = intentOf(kind, { amount: 100_000n, ...more });
    const subject = { ...SUBJECT, limits: { instantExitLossBps } };
    const { pool: _, ...amounts } = getTerms(intent, subject, { ...evidence, before });
    return amounts;
  };

  test('are the pool’s arithmetic less 0.5 %, its value or the stake’s less the limit, and the vault’s', () => {
    assert.deepEqual(terms('swap-in'), { most: 100_000n, least: 94_761n });
    assert.deepEqual(terms('swap-out'), { most: 100_000n, least: 101_850n });
    assert.deepEqual(terms('swap-out', {}, {}, 0), { most: 100_000n, least: 105_000n });
    assert.deepEqual(terms('swap-out', {}, {}, 10_000), { most: 100_000n, least: 0n });
    assert.deepEqual(terms('swap-out', {}, {}, 10_001), { most: 100_000n, least: 0n });
    assert.deepEqual(terms('stake-withdrawal'), { most: 100_000n, least: 104_370n });
    assert.deepEqual(terms('stake-out'), { most: 20_000n, least: 19_400n });
    // 500 LP for each unit: 100,000 units are 50,000,000; a deposit of as much as there is gets as many LP again.
    assert.deepEqual(terms('vault-deposit'), { most: 100_000n, least: 49_950_000n });
    assert.deepEqual(terms('vault-withdrawal'), { most: 50_050_001n, least: 99_992n });
    assert.deepEqual(terms('vault-withdrawal', { amount: 8n }).least, 0n);
    assert.deepEqual(terms('vault-withdrawal', { amount: 9n }).least, 1n);
    assert.deepEqual(terms('vault-withdrawal', { isAll: true }), { most: 100_000_000n, least: 199_792n });
  });

  test('of the wallet tighten what is due, and loosen instant exits only', () => {
    for (const kind of KINDS) {
      const { least } = terms(kind);
      assert.equal(terms(kind, { minReceive: least + 1n }).least, least + 1n);
      assert.equal(terms(kind, { minReceive: 1n }).least, isInstantExit(intentOf(kind)) ? 1n : least);
    }
  });

  test('are unknown where an account that they rest on was not read, or is another', () => {
    const pool = DEPLOYMENT.stakePool.address;
    const { usdcVault, rausdcMint } = DEPLOYMENT;
    const cases: readonly (readonly [BoundedKind, Seen, string])[] = [
      ...(['swap-in', 'swap-out', 'stake-out', 'stake-withdrawal'] as const).flatMap((kind) =>
        [undefined, plain(5n), poolOf(0n, 5n), poolOf(5n, 0n)].map(
          (each) => [kind, { [pool]: each }, pool] as const,
        ),
      ),
      ['stake-out', { [stakeAccount]: undefined }, stakeAccount],
      ...(['vault-deposit', 'vault-withdrawal'] as const).flatMap((kind) => [
        [kind, { [usdcVault]: undefined }, usdcVault] as const,
        [kind, { [usdcVault]: { ...vault, owner: wallet } }, usdcVault] as const,
        [kind, { [rausdcMint]: undefined }, rausdcMint] as const,
        [
          kind,
          { [usdcVault]: { ...vault, data: filled(928, { 0: vault.data.subarray(0, 8) }) } },
          usdcVault,
        ] as const,
      ]),
      ['vault-deposit', { [rausdcMint]: { ...mint, data: new Uint8Array(82) } }, usdcVault],
      [
        'vault-withdrawal',
        { [usdcVault]: { ...vault, data: filled(928, { 0: vault.data, 520: [0x10, 0x27] }) } },
        usdcVault,
      ],
    ];
    for (const [kind, seen, account] of cases)
      assert.throws(
        () => terms(kind, {}, seen),
        (error) =>
          error instanceof Refusal && error.finding.rule === 'evidence' && error.finding.account === account,
        `${kind} ${Object.keys(seen)}`,
      );
    assert.deepEqual(terms('vault-withdrawal', { isAll: true }, { [text(RAUSDC.account)]: undefined }), {
      most: 0n,
      least: 0n,
    });
  });
});
