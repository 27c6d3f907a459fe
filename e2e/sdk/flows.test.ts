import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isStakingError, type Step } from '@staking-agent/sdk';
import { advanceEpochs, fundUsdc } from '../world.ts';
import { createSigner, outlive, startSdkWorld } from './sdk-world.ts';

const world = await startSdkWorld({ after });

describe('flows of the client', () => {
  test('native: in, deactivated, and out once it has cooled down', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '5');
    const steps: Step[] = [];
    const onStep = (step: Step) => void steps.push(step);
    const staked = await client.stakeAndConfirm({
      strategy: 'sol-native-stake',
      amount: '2',
      signer,
      onStep,
    });
    assert.equal(staked.transaction.status, 'landed');
    assert.equal(staked.checked?.level, 'exact');
    assert.equal(staked.sentBy, 'service');
    assert.deepEqual(
      steps.map(({ step }) => step),
      ['built', 'verified', 'signed', 'sent', 'confirmed'],
    );
    assert.equal(steps[2]?.signature, staked.signature);
    const { stakeAccount } = staked.build;
    // What has not begun to earn need not cool down.
    await advanceEpochs(world, 1);
    const left = await client.unstakeAndConfirm({
      strategy: 'sol-native-stake',
      kind: 'deactivate',
      stakeAccount,
      signer,
    });
    assert.equal(left.transaction.status, 'landed');
    const waits: (string | undefined)[] = [];
    const patient = world.connect({
      pace: {
        sleep: async (milliseconds) => {
          if (milliseconds > 4_000) await advanceEpochs(world, 1);
        },
      },
    });
    const out = await patient.withdrawWhenReady({
      stakeAccount,
      signer,
      onStep: ({ step, until }) => void (step === 'waiting' && waits.push(until)),
    });
    assert.equal(out.transaction.status, 'landed');
    assert.ok(waits.length > 0);
    const { positions } = await client.listPositions({ wallet: signer.address });
    assert.deepEqual(positions, []);
  });

  test('a build that was shown to somebody is the one that lands', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '5');
    const request = { strategy: 'sol-native-stake', amount: '2', wallet: signer.address } as const;
    const build = await client.stake(request);
    const landed = await client.confirmBuild({ operation: 'stake', request, build, signer });
    assert.deepEqual([landed.checked?.level, landed.transaction.status], ['exact', 'landed']);
    assert.equal(landed.build, build);
    const { positions } = await client.listPositions({ wallet: signer.address });
    assert.deepEqual(
      positions.map(({ id }) => id),
      [build.stakeAccount],
    );
  });

  test('a build that was shown and does something else is never given to the wallet', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '5');
    const request = { strategy: 'sol-native-stake', amount: '2', wallet: signer.address } as const;
    const build = await client.stake({ ...request, amount: '3' });
    const refused = client.confirmBuild({
      operation: 'stake',
      request,
      build,
      signer: { ...signer, signBytes: () => assert.fail('signed') },
    });
    await assert.rejects(refused, (error) => isStakingError(error, 'VERIFICATION_FAILED'));
  });

  test('a build that was shown and has died is not made anew', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '5');
    const request = { strategy: 'sol-native-stake', amount: '2', wallet: signer.address } as const;
    const build = await client.stake(request);
    let asked = 0;
    const counting = {
      ...signer,
      signBytes: async (bytes: Uint8Array) => {
        asked += 1;
        await outlive(world, signer.address);
        return await signer.signBytes(bytes);
      },
    };
    const refused = client.confirmBuild({ operation: 'stake', request, build, signer: counting });
    await assert.rejects(refused, (error) => isStakingError(error, 'TRANSACTION_EXPIRED'));
    assert.equal(asked, 1);
    const { positions } = await client.listPositions({ wallet: signer.address });
    assert.deepEqual(positions, []);
  });

  test('native: split and merged again', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '9');
    const { build } = await client.stakeAndConfirm({ strategy: 'sol-native-stake', amount: '4', signer });
    const { stakeAccount } = build;
    await advanceEpochs(world, 1);
    const split = await client.splitAndConfirm({ stakeAccount, amount: '2', signer });
    assert.deepEqual([split.checked?.level, split.transaction.status], ['exact', 'landed']);
    const from = [split.build.newStakeAccount];
    const merged = await client.mergeAndConfirm({ into: stakeAccount, from, signer });
    assert.deepEqual([merged.checked?.level, merged.transaction.status], ['exact', 'landed']);
  });

  test('leveraged: in, and out to SOL in two transactions, the second sized by what arrived', async () => {
    const client = world.connect();
    const signer = await createSigner(world, '5');
    const told: string[] = [];
    const onStep = ({ step, build }: Step) =>
      void told.push(step, ...(build?.receipt?.warnings ?? []).map(({ code }) => code));
    const ask = { strategy: 'sol-leveraged-stake', amount: '1', signer, onStep } as const;
    const staked = await client.stakeAndConfirm(ask);
    assert.equal(staked.checked?.level, 'exact');
    assert.deepEqual(told.slice(0, 5), ['built', 'LEVERAGE', 'verified', 'LEVERAGE', 'signed']);
    const landed = await client.exitToSol({ amount: 'max', signer });
    assert.deepEqual(
      landed.map(({ transaction }) => transaction.status),
      ['landed', 'landed'],
    );
    const { positions } = await client.listPositions({ wallet: signer.address });
    assert.deepEqual(positions, []);
  });

  test('leveraged: a service that tells of more than was proved sells none of the wallet’s own raSOL', async () => {
    const signer = await createSigner(world, '9');
    await world.connect().stakeAndConfirm({ strategy: 'sol-liquid-stake', amount: '2', signer });
    const [before] = (await world.connect().listPositions({ wallet: signer.address })).positions;
    await world.connect().stakeAndConfirm({ strategy: 'sol-leveraged-stake', amount: '1', signer });
    const exaggerate: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).includes('/transactions/')) return answer;
      const body = (await answer.json()) as {
        changes: { asset: string; amount: string; baseUnits: string }[];
      };
      for (const change of body.changes ?? []) {
        if (change.asset === 'raSOL') Object.assign(change, { amount: '2', baseUnits: '2000000000' });
      }
      return new Response(JSON.stringify(body), answer);
    };
    const client = world.connect({ fetch: exaggerate });
    const [, sale] = await client.exitToSol({ amount: 'max', signer });
    assert.equal(sale?.transaction.status, 'landed');
    const left = await world.connect().listPositions({ wallet: signer.address });
    assert.ok(before && 'receipt' in before);
    const [after] = left.positions;
    assert.ok(after && 'receipt' in after);
    assert.ok(BigInt(after.receipt.baseUnits) >= BigInt(before.receipt.baseUnits));
  });

  test('USDC: an exit below the price that the own node shows is told by its price, and reaches no wallet', async () => {
    const signer = await createSigner(world, '1');
    await fundUsdc(world, { address: signer.address, sign: async (text) => text }, '100');
    await world.connect().stakeAndConfirm({ strategy: 'usdc-earn', amount: '60', signer });
    const cheap: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(url).endsWith('/unstake')) return answer;
      const body = (await answer.json()) as { transaction: string };
      // The balance that must be there at the end: a transfer (3) of the account to itself, the last bytes of the message.
      const bytes = Buffer.from(body.transaction, 'base64');
      assert.equal(bytes.at(-9), 3);
      bytes.writeBigUInt64LE(1n, bytes.length - 8);
      return Response.json({ ...body, transaction: bytes.toString('base64') });
    };
    const exit = { strategy: 'usdc-earn', kind: 'instant', isWithdrawAll: true } as const;
    const unasked = { ...signer, signBytes: () => assert.fail('The wallet was asked.') };
    await assert.rejects(
      world.connect({ fetch: cheap }).unstakeAndConfirm({ ...exit, signer: unasked }),
      (error) =>
        isStakingError(error, 'VERIFICATION_FAILED') &&
        /The balance required at the end lets -?\d+ base units arrive; it must be at least \d+/.test(
          error.message,
        ),
    );
  });

  test('a build that nothing proves is not given to the wallet', async () => {
    const client = world.connect({ rpc: undefined });
    const signer = await createSigner(world, '5');
    const ask = { strategy: 'sol-liquid-stake', amount: '1', signer } as const;
    const unread: object = { require: 'exakt' };
    for (const policy of [{}, unread])
      await assert.rejects(client.stakeAndConfirm({ ...ask, policy }), (error) =>
        isStakingError(error, 'VERIFICATION_FAILED'),
      );
    const { checked } = await client.stakeAndConfirm({ ...ask, policy: { require: 'unproven' } });
    assert.equal(checked?.level, 'unproven');
  });
});
