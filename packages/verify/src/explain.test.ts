import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  BUILDS,
  leveragedStake,
  nativeStake,
  usdcDeposit,
  usdcWithdrawalOfAll,
  withOtherRequirement,
} from './exact/builds.world.ts';
import { flashExit, idleExit } from './exact/exits.world.ts';
import { DEPLOYMENT, STAKE_ACCOUNT, STRANGER, USER, WALLET } from './exact/keys.world.ts';
import { type Build, createMessage, verifyBuild } from './exact/ledger.world.ts';
import { SENTENCES } from './explain.ts';
import { mapPrograms } from './programs/explained.ts';

suite('an explanation', () => {
  test('names every program, instruction, account and field of every build of ours', () => {
    for (const [name, build] of Object.entries(BUILDS)) {
      for (const step of verifyBuild(build).explanation) {
        assert.ok(step.program.name, name);
        assert.ok(step.name, name);
        const unnamed = step.accounts.filter(({ role }) => role === 'further account');
        // What an adaptor takes is its own matter.
        assert.ok(unnamed.length === 0 || step.name?.endsWith('_withdraw_strategy'), `${name}: ${step.name}`);
        assert.match(step.sentence, /^[A-Z][^{}]+\.$/);
        assert.doesNotMatch(step.sentence, /undefined|\bno [a-z]+ /);
      }
    }
  });

  test('has one sentence for every instruction that is known, and none beside', () => {
    const known = [...mapPrograms(DEPLOYMENT).values()].flatMap(({ name: program, instructions }) =>
      instructions.map(({ name }) => `${program} ${name}`),
    );
    const written = Object.entries(SENTENCES).flatMap(([program, sentences]) =>
      Object.keys(sentences).map((name) => `${program} ${name}`),
    );
    assert.deepEqual([...new Set(known)].sort(), written.sort());
  });

  test('names what is burned, borrowed, bought and paid back in an exit through a flash loan', () => {
    const find = (build: Build, name: string) =>
      verifyBuild(build).explanation.find((step) => step.name === name)?.sentence ?? '';
    const flash = flashExit();
    assert.match(find(flash, 'lending_account_borrow'), /^Borrows 2\.100000012 SOL from the bank /);
    assert.match(
      find(flash, 'instant_withdraw_strategy'),
      /^Burns 1\.000000007 raSOL Max for what they are worth out of the position /,
    );
    assert.match(
      find(flash, 'SwapExactOut'),
      /^Buys 2\.100000013 SOL into .* for at most 2\.003000013 raSOL from /,
    );
    assert.match(find(flash, 'lending_account_repay'), /^Pays the whole debt at the bank /);
    assert.match(
      find(idleExit, 'instant_withdraw_vault'),
      /^Burns 1\.000000007 raSOL Max .* out of the idle funds /,
    );
    const all = verifyBuild(usdcWithdrawalOfAll).explanation.map(({ sentence }) => sentence);
    assert.ok(all.some((sentence) => /^Burns all LP of the wallet .* out of the idle funds /.test(sentence)));
  });

  test('tells a balance requirement for what it is, with the asset where the account is one of the wallet', () => {
    const last = (build: Build) => verifyBuild(build).explanation.at(-1);
    const sentence = (holder: string, least: string) =>
      `Makes sure that ${holder} holds at least ${least} by now, or everything fails; moves nothing.`;
    const required = last(withOtherRequirement(usdcDeposit, USER.rausdc, 1_500_000_000n));
    assert.equal(required?.name, 'Transfer');
    assert.equal(required?.sentence, sentence(`the wallet's account ${USER.rausdc}`, '1.5 raUSDC'));
    const ofUsdc = last(withOtherRequirement(usdcDeposit, USER.usdc, 7n));
    assert.equal(ofUsdc?.sentence, sentence(`the wallet's account ${USER.usdc}`, '0.000007 USDC'));
    const ofNobody = last(withOtherRequirement(usdcDeposit, STRANGER, 7n));
    assert.equal(ofNobody?.sentence, sentence(STRANGER, '7 base units'));
  });

  test('of a native stake reads like this', () => {
    const { explanation } = verifyBuild(nativeStake);
    assert.deepEqual(
      explanation.map(({ sentence }) => sentence),
      [
        'Lets the transaction use up to 800000 compute units.',
        'Bids 1000 micro-lamports for each compute unit of the limit, for priority.',
        `Creates the account ${STAKE_ACCOUNT} with 1.50166624 SOL of ${WALLET}, for the program Stake11111111111111111111111111111111111111.`,
        `Makes ${STAKE_ACCOUNT} a stake account of the staker ${WALLET} and the withdrawer ${WALLET}.`,
        `Delegates the stake of ${STAKE_ACCOUNT} to the validator of 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh.`,
      ],
    );
    const [, , create] = explanation;
    assert.deepEqual(create?.data, {
      lamports: '1501666240',
      space: '200',
      owner: 'Stake11111111111111111111111111111111111111',
    });
    assert.deepEqual(create?.accounts, [
      { address: WALLET, role: 'payer', isSigner: true, isWritable: true },
      { address: STAKE_ACCOUNT, role: 'new account', isSigner: true, isWritable: true },
    ]);
  });

  test('writes amounts in the token that the deployment knows', () => {
    const [, , , pool, vault] = verifyBuild(leveragedStake).explanation.slice(1);
    assert.match(pool?.sentence ?? '', /^Deposits 2 SOL into .* for at least 1\.9 raSOL\.$/);
    assert.match(vault?.sentence ?? '', /^Deposits 1\.9 raSOL into/);
    const deposit = verifyBuild(usdcDeposit).explanation.at(-2);
    assert.match(deposit?.sentence ?? '', /^Deposits 100\.25 USDC into/);
  });

  test('says so where it knows nothing, and gives the bytes', () => {
    const unknown = { programAddress: STRANGER, data: Uint8Array.of(1, 171) };
    const message = createMessage(nativeStake, [unknown]);
    const [, , step] = verifyBuild(nativeStake, message).explanation;
    assert.deepEqual(step, {
      program: { address: STRANGER, name: undefined },
      name: undefined,
      accounts: [],
      data: { bytes: '01ab' },
      sentence: 'Runs a program that is not known here, with 2 bytes of data.',
    });
  });

  test('of any data at all for a known program is a sentence', () => {
    const [, , ...steps] = verifyBuild(leveragedStake).explanation;
    fc.assert(
      fc.property(fc.nat(steps.length - 1), fc.uint8Array({ maxLength: 80 }), (at, data) => {
        const instructions = leveragedStake.instructions.with(at, {
          ...leveragedStake.instructions[at],
          programAddress: leveragedStake.instructions[at]?.programAddress ?? STRANGER,
          data,
        });
        const { explanation } = verifyBuild(leveragedStake, createMessage(leveragedStake, instructions));
        for (const { sentence } of explanation) assert.match(sentence, /^[A-Z][^{}]+\.$/);
      }),
      { numRuns: 200 },
    );
  });
});

suite('effects', () => {
  test('of a native stake are the stake, its rent and both signatures', () => {
    assert.deepEqual(verifyBuild(nativeStake).effects, {
      basis: 'computed',
      leaves: [
        {
          asset: 'So11111111111111111111111111111111111111112',
          amount: 1_500_000_000n,
          account: WALLET,
          least: 1_500_000_000n,
        },
      ],
      arrives: [{ asset: 'stake', amount: 1_500_000_000n, account: STAKE_ACCOUNT, least: 1_500_000_000n }],
      rent: [{ account: STAKE_ACCOUNT, lamports: 1_666_240n, isRefundable: true }],
      fee: { signatures: 10_000n, priority: 800n },
    });
  });

  test('count the rent of accounts that were seen to be missing, at the ledger’s own rate', () => {
    const rentExemption = (size: number) => BigInt(size) * 1_000n;
    const evidence = { before: new Map([[USER.rausdc as string, undefined]]), rentExemption };
    const { rent } = verifyBuild({ ...usdcDeposit, evidence }).effects;
    assert.deepEqual(rent, [{ account: USER.rausdc, lamports: 165_000n, isRefundable: true }]);
    assert.deepEqual(verifyBuild(usdcDeposit).effects.rent, []);
  });

  test('state what a balance requirement makes sure of', () => {
    const evidence = { before: new Map([[USER.rausdc as string, undefined]]) };
    const build = withOtherRequirement({ ...usdcDeposit, evidence }, USER.rausdc, 99n);
    assert.deepEqual(
      verifyBuild(build).effects.arrives.map(({ amount, account }) => ({ amount, account })),
      [{ amount: 99n, account: USER.rausdc }],
    );
  });

  test('are none where nothing is proved', () => {
    const { effects } = verifyBuild(nativeStake, createMessage(nativeStake, []));
    assert.deepEqual([effects.leaves, effects.arrives, effects.rent], [[], [], []]);
  });
});
