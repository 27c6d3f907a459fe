import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import {
  AccountRole,
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  type Instruction,
} from '@solana/kit';
import { getDeactivateStakeInstruction, getWithdrawStakeInstruction } from '@staking-agent/chain/stake';
import fc from 'fast-check';
import { type Evidence, type Rule, verify } from '../index.ts';
import { assertRefused } from './assert-refused.world.ts';
import {
  BUILDS,
  deactivation,
  leveragedStake,
  nativeStake,
  seededStake,
  usdcDeposit,
  usdcWithdrawal,
  withdrawal,
  withRequirement,
} from './builds.world.ts';
import { flashExit, idleExit, PAYOUT } from './exits.world.ts';
import { DEPLOYMENT, STAKE_ACCOUNT, STRANGER, USER, WALLET } from './keys.world.ts';
import {
  type Build,
  createMessage,
  createTransaction,
  holding,
  requires,
  seen,
  verifyBuild,
} from './ledger.world.ts';

const { WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;
const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const SYSTEM = address('11111111111111111111111111111111');
const STAKE = address('Stake11111111111111111111111111111111111111');
const authorize = (tag: number): Instruction => ({
  programAddress: STAKE,
  accounts: [
    { address: STAKE_ACCOUNT, role: WRITABLE },
    { address: WALLET, role: READONLY_SIGNER },
  ],
  data: Uint8Array.from([tag, 0, 0, 0, ...getAddressEncoder().encode(STRANGER), 1, 0, 0, 0]),
});
const hidden: Readonly<Record<string, Instruction>> = {
  'a system transfer': {
    programAddress: SYSTEM,
    accounts: [
      { address: WALLET, role: WRITABLE_SIGNER },
      { address: STRANGER, role: WRITABLE },
    ],
    data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
  },
  'an assignment of the wallet': {
    programAddress: SYSTEM,
    accounts: [{ address: WALLET, role: WRITABLE_SIGNER }],
    data: Uint8Array.from([1, 0, 0, 0, ...getAddressEncoder().encode(STRANGER)]),
  },
  'a nonce advance': {
    programAddress: SYSTEM,
    accounts: [
      { address: STRANGER, role: WRITABLE },
      { address: WALLET, role: READONLY_SIGNER },
    ],
    data: Uint8Array.of(4, 0, 0, 0),
  },
  'a second limit of compute units': {
    programAddress: address('ComputeBudget111111111111111111111111111111'),
    data: Uint8Array.of(2, 1, 0, 0, 0),
  },
  'an empty balance requirement of another account': requires(USER.usdc, 0n),
  'a withdrawal of stake': getWithdrawStakeInstruction({
    wallet: WALLET,
    stakeAccount: STAKE_ACCOUNT,
    lamports: 1n,
  }),
  'a deactivation': getDeactivateStakeInstruction({ wallet: WALLET, stakeAccount: STAKE_ACCOUNT }),
  'an instruction of an unknown program': { programAddress: STRANGER, data: Uint8Array.of(1) },
  ...Object.fromEntries(
    [1, 3, 6, 7, 8, 10, 11, 12].map((tag) => [`the stake instruction ${tag}`, authorize(tag)]),
  ),
};

suite('an instruction put in at any place of any build', () => {
  for (const [name, extra] of Object.entries(hidden)) {
    test(`is refused: ${name}`, () => {
      for (const build of Object.values(BUILDS)) {
        for (let at = 0; at <= build.instructions.length; at += 1) {
          const message = createMessage(build, build.instructions.toSpliced(at, 0, extra));
          assert.notEqual(verifyBuild(build, message).findings.length, 0);
        }
      }
    });
  }
});

suite('a request', () => {
  const others: Readonly<Record<string, readonly unknown[]>> = {
    wallet: [STRANGER, '', 'I', WALLET.slice(1), 5, undefined],
    amount: ['1.500000001', '1.49', '15', '-1', '1e0', '', '0', '1.5 ', '01.5', '1.5000000000', undefined],
    stakeAccount: [STRANGER, '', undefined],
    stakeAccountForm: ['keypair', '', 'Seed', undefined],
    lamports: [5_000_001, 0, 5.5, '5000001', -1],
    kind: ['slow', '', undefined],
    strategy: ['sol-liquid-stake', 'toString', ''],
    isWithdrawAll: [true],
  };
  const builds: readonly (readonly [Build, readonly string[]])[] = [
    [nativeStake, ['wallet', 'amount', 'strategy']],
    [seededStake, ['wallet', 'amount', 'strategy', 'stakeAccountForm']],
    [deactivation, ['wallet', 'stakeAccount', 'kind', 'strategy']],
    [withdrawal, ['wallet', 'stakeAccount', 'lamports']],
    [usdcDeposit, ['wallet', 'amount', 'strategy']],
    [usdcWithdrawal, ['wallet', 'amount', 'kind', 'strategy', 'isWithdrawAll']],
    [leveragedStake, ['wallet', 'amount', 'strategy']],
    [idleExit, ['wallet', 'amount', 'kind', 'strategy']],
    [flashExit(), ['wallet', 'amount', 'kind', 'strategy']],
  ];
  test('is not met by what was built for another', () => {
    for (const [build, members] of builds) {
      for (const member of members) {
        for (const value of others[member] ?? []) {
          const request = { ...build.request, [member]: value };
          assert.notEqual(
            verifyBuild({ ...build, request } as Build).findings.length,
            0,
            `${member} ${String(value)}`,
          );
        }
      }
    }
  });

  test('is read exactly, whatever the amount', () => {
    const withAmount = (amount: string): Build => ({
      ...usdcDeposit,
      request: { ...usdcDeposit.request, amount },
    });
    const message = createMessage(usdcDeposit, usdcDeposit.instructions);
    assert.equal(verifyBuild(withAmount('100.250000'), message).findings.length, 0);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n }), (baseUnits) => {
        fc.pre(baseUnits !== 100_250_000n);
        const digits = String(baseUnits).padStart(7, '0');
        const amount = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
        assert.equal(verifyBuild(withAmount(amount), message).findings.length, 1);
      }),
    );
  });
});

suite('an answer', () => {
  const stated: readonly (readonly [Build, string, unknown, Rule])[] = [
    [nativeStake, 'stakeAccount', STRANGER, 'signers'],
    [nativeStake, 'stakeAccount', undefined, 'shape'],
    [seededStake, 'stakeAccount', STAKE_ACCOUNT, 'account'],
    [seededStake, 'stakeAccountSeed', '00112233445566778899aabbccddeefe', 'account'],
    [seededStake, 'stakeAccountSeed', '\uFEFF00112233445566778899aabbccddeeff', 'account'],
    [seededStake, 'stakeAccountSeed', undefined, 'shape'],
    [nativeStake, 'delegatedLamports', 1_500_000_001, 'conservation'],
    [nativeStake, 'rentExemptReserveLamports', 1_666_239, 'shape'],
    [nativeStake, 'rentExemptReserveLamports', 10_000_001, 'new-account'],
    [nativeStake, 'rentExemptReserveLamports', 1.5, 'shape'],
    [nativeStake, 'rentExemptReserveLamports', undefined, 'new-account'],
    [withdrawal, 'withdrawnLamports', 4_999_999, 'shape'],
    [leveragedStake, 'depositedSolLamports', '1', 'conservation'],
    [leveragedStake, 'stagedRasolLamports', '1900000001', 'shape'],
    [leveragedStake, 'stagedRasolLamports', undefined, 'price'],
    [leveragedStake, 'stagedRasolLamports', '1904761905', 'price'],
    [leveragedStake, 'stagedRasolLamports', '1895238093', 'price'],
    [idleExit, 'burnedLpLamports', '1', 'conservation'],
    [idleExit, 'path', 'flash-bracket', 'shape'],
    [withRequirement(flashExit(), USER.rasol, PAYOUT), 'path', 'vault-idle', 'message'],
    [flashExit(), 'path', 'vault-idle', 'minimum'],
    [flashExit(), 'initializedLendingAccount', false, 'new-account'],
  ];
  for (const [build, member, value, rule] of stated) {
    test(`of ${build.request.strategy ?? 'withdraw'} is refused with ${member} ${String(value)}`, () => {
      assertRefused({ ...build, answer: { ...build.answer, [member]: value } }, rule);
    });
  }

  test('that holds no transaction is refused', () => {
    for (const transaction of ['', 'AA', '%', undefined, 5, {}, 'AQ==']) {
      const answer = { transaction: transaction as string };
      const { findings, explanation } = verify('stake', nativeStake.request, answer, DEPLOYMENT);
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        ['message'],
      );
      assert.deepEqual(explanation, []);
    }
  });
});

suite('a vault', () => {
  test('is the one of the deployment: a deposit over nine other accounts is refused', () => {
    const [open, deposit, required] = usdcDeposit.instructions as [Instruction, Instruction, Instruction];
    const other = (at: number) =>
      getAddressDecoder().decode(createHash('sha256').update(String(at)).digest()) as Address;
    const accounts = (deposit.accounts ?? []).map((meta, at) =>
      at === 0 || at > 9 ? meta : { ...meta, address: other(at) },
    );
    assertRefused(
      usdcDeposit,
      'account',
      createMessage(usdcDeposit, [open, { ...deposit, accounts }, required]),
    );
  });

  test('must have the LP mint that the deployment names', () => {
    const { request, answer } = usdcDeposit;
    const transaction = createTransaction(createMessage(usdcDeposit, usdcDeposit.instructions));
    const deployment = { ...DEPLOYMENT, rausdcMint: STRANGER };
    const { findings } = verify('stake', request, { ...answer, transaction }, deployment);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['account'],
    );
  });
});

suite('a withdrawal', () => {
  const holds = (lamports: bigint): Partial<Evidence> => ({
    before: new Map([[STAKE_ACCOUNT as string, { lamports, owner: STAKE, data: new Uint8Array(200) }]]),
  });
  test('takes no more than the stake account was seen to hold', () => {
    assert.deepEqual(verifyBuild({ ...withdrawal, evidence: holds(5_000_000n) }).findings, []);
    assertRefused({ ...withdrawal, evidence: holds(4_999_999n) }, 'conservation');
  });

  test('that names no amount takes exactly that', () => {
    const { lamports: _, ...request } = withdrawal.request;
    const whole = { ...withdrawal, request };
    assert.deepEqual(verifyBuild({ ...whole, evidence: holds(5_000_000n) }).findings, []);
    for (const lamports of [4_999_999n, 5_000_001n]) {
      assertRefused({ ...whole, evidence: holds(lamports) }, 'conservation');
    }
  });
});

suite('a fee', () => {
  for (const [name, budget, rule] of [
    ['a bid over 0.005 SOL', { computeUnitLimit: 1_000_000, computeUnitPrice: 5_000_001n }, 'fee'],
    ['more compute units than there are', { computeUnitLimit: 1_400_001, computeUnitPrice: 1n }, 'fee'],
  ] as const) {
    test(`is refused: ${name}`, () => {
      assertRefused(nativeStake, rule, createMessage(nativeStake, nativeStake.instructions, { budget }));
    });
  }

  test('may be anything up to that', () => {
    const budget = { computeUnitLimit: 1_000_000, computeUnitPrice: 5_000_000n };
    const verification = verifyBuild(
      nativeStake,
      createMessage(nativeStake, nativeStake.instructions, { budget }),
    );
    assert.deepEqual(verification.effects.fee, { signatures: 10_000n, priority: 5_000_000n });
  });
});

suite('a limit of loaded data', () => {
  const limit = { programAddress: COMPUTE_BUDGET, data: Uint8Array.of(4, 0, 0, 32, 0) };
  const budget = { computeUnitLimit: 50_000, computeUnitPrice: 1n, loadedDataLimit: 2_097_152 };

  test('may stand behind the price, of any size, and not at another place or twice', () => {
    for (const build of [nativeStake, usdcDeposit, idleExit, withdrawal]) {
      const { findings } = verifyBuild(build, createMessage(build, build.instructions, { budget }));
      assert.deepEqual(findings, []);
      assertRefused(build, 'fee', createMessage(build, [limit, ...build.instructions], { budget }));
    }
    const last = [...nativeStake.instructions, limit];
    assertRefused(nativeStake, 'shape', createMessage(nativeStake, last));
  });

  test('takes no room from the requirement that ends an exit through a flash loan', () => {
    const { loadedDataLimit } = budget;
    const bare = flashExit({ loadedDataLimit });
    const whole = { ...bare, instructions: [...bare.instructions, requires(USER.rasol, PAYOUT)] };
    const compile = (build: Build) => createMessage(build, build.instructions, { budget });
    assert.deepEqual(verifyBuild(whole, compile(whole)).findings, []);
    assertRefused(bare, 'minimum', compile(bare));
  });
});

test('a build that needs the stake pool is refused when nobody read it, or read another account', () => {
  const account = holding(DEPLOYMENT.rasolMint, 1n);
  const pool = DEPLOYMENT.stakePool.address;
  for (const build of [leveragedStake, flashExit()]) {
    const evidences = [
      { ...build.evidence, before: new Map() },
      seen([[pool, account]]),
      seen([[pool, { ...(seen().before.get(pool) ?? account), owner: STRANGER }]]),
    ];
    for (const evidence of evidences) assertRefused({ ...build, evidence }, 'evidence');
  }
});

test('no other version of the same message passes', () => {
  for (const build of [usdcDeposit, idleExit, nativeStake]) {
    const message = createMessage({ hasTable: true }, build.instructions);
    assertRefused({ ...build, evidence: seen() }, 'message', message);
  }
});
