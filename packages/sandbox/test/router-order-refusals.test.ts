import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { order, type Parameters } from './ask-router.ts';
import { STAKE_RENT, stakeAt } from './pool-steps.ts';
import { run } from './run-order.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL, voteAccount: VOTE } = DEPLOYMENT;

describe('what the router refuses to order', () => {
  test('in its envelope, with words that say what is wrong', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(50n * SOL);
    const poor = await generateKeyPairSigner();
    await run(world, wallet, 'withdrawStake', { inp: RASOL, amt: `${5n * SOL}`, bridgeStakeSeed: '1' });
    await run(world, wallet, 'withdrawStake', {
      inp: RASOL,
      amt: `${5n * SOL}`,
      bridgeStakeSeed: '2',
      deactivate: 'y',
    });
    const stake = await stakeAt(wallet.address, '1');
    const deactivating = await stakeAt(wallet.address, '2');
    const swap = { inp: WSOL, out: RASOL, amt: '1000000000' };
    const cases: readonly (readonly [string, Parameters, RegExp])[] = [
      ['token', { ...swap, inp: '' }, /^inp is required$/],
      ['token', { ...swap, out: 'x' }, /^out must be a base58 public key$/],
      ['token', { ...swap, out: DEPLOYMENT.usdcMint }, /^Unknown mint EPj/],
      ['token', { ...swap, out: WSOL }, /must differ/],
      ['token', { ...swap, amt: '0' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '-1' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '1.5' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '18446744073709551616' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '' }, /^amt is required$/],
      ['token', { ...swap, amt: ['1', '2'] }, /^amt must be given once$/],
      ['token', { ...swap, mode: 'exactin' }, /^mode must be/],
      ['token', { ...swap, slippageBps: '10001' }, /^slippageBps must be an integer from 0 to 10000$/],
      ['token', { ...swap, swapSrc: 'Orca' }, /^Unknown swapSrc Orca$/],
      ['token', { ...swap, swapSrc: 'Inf', amt: '10000000000000000000' }, /insufficient liquidity/],
      ['token', { ...swap, amt: '1' }, /insufficient liquidity/],
      ['token', { ...swap, signer: 'me' }, /^signer must be a base58 public key$/],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: poor.address },
        /^Token account .* does not exist$/,
      ],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: wallet.address, inpAcc: world.world.tokenVault },
        /belongs to another wallet$/,
      ],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: wallet.address, inpAcc: world.world.solVault },
        /is of another mint$/,
      ],
      ['withdrawStake', { inp: WSOL, amt: '1' }, /^Unknown mint So1/],
      ['withdrawStake', { inp: RASOL, amt: '1000', out: WSOL }, /is not in the stake pool$/],
      ['withdrawStake', { inp: RASOL, amt: '500000000' }, /below the minimum stake delegation/],
      ['withdrawStake', { inp: RASOL, amt: `${200_000n * SOL}` }, /insufficient liquidity/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', deactivate: 'yes' }, /^deactivate must be y or n$/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', bridgeStakeSeed: '-1' }, /^bridgeStakeSeed must be/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', signer: poor.address }, /does not exist$/],
      ['depositStake', { out: WSOL }, /^inpAcc is required$/],
      ['depositStake', { out: DEPLOYMENT.usdcMint, inpAcc: stake }, /^Unknown mint/],
      ['depositStake', { out: WSOL, inpAcc: poor.address }, /does not exist$/],
      ['depositStake', { out: WSOL, inpAcc: wallet.address }, /is not a stake account$/],
      ['depositStake', { out: WSOL, inpAcc: world.world.reserveStake }, /is not delegated$/],
      ['depositStake', { out: WSOL, inpAcc: deactivating }, /is deactivating or inactive$/],
      ['depositStake', { out: WSOL, inpAcc: stake, signer: poor.address }, /^Signer is not the authority/],
      ['depositStake', { out: WSOL, inpAcc: stake, swapSrc: 'Inf' }, /^No route found/],
      ['depositStake', { out: RASOL, inpAcc: stake, swapSrc: 'Jup' }, /^No route found/],
    ];
    for (const [kind, parameters, message] of cases) {
      const answer = await order(world.sandbox, kind, parameters);
      assert.equal(answer.status, 400, `${kind} ${JSON.stringify(parameters)} ${answer.text}`);
      assert.equal(answer.body.error.code, 'BAD_REQUEST');
      assert.match(answer.body.error.message, message);
    }
  });

  test('stake that is still activating, or delegated elsewhere', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(50n * SOL);
    const { getCreateAndDelegateInstructions } = await import('@staking-agent/chain/stake');
    const keys = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    const votes = [...world.ledger.validators.keys()];
    for (const [index, key] of keys.entries()) {
      const instructions = getCreateAndDelegateInstructions({
        wallet: wallet.address,
        stakeAccount: key.address,
        voteAccount: votes[index] ?? VOTE,
        lamports: 3n * SOL + STAKE_RENT,
      });
      const signed = instructions.map((instruction) => ({
        ...instruction,
        accounts: (instruction.accounts ?? []).map((account) =>
          account.address === key.address && 'signer' in account ? { ...account, signer: key } : account,
        ),
      }));
      assert.equal((await world.send(wallet, signed)).err, null);
    }
    const ask = (key: KeyPairSigner | undefined) =>
      order(world.sandbox, 'depositStake', { out: WSOL, inpAcc: key?.address ?? '' });
    assert.match((await ask(keys[0])).body.error.message, /is still activating$/);
    world.ledger.advanceEpochs(1);
    assert.equal((await ask(keys[0])).status, 200);
    assert.match((await ask(keys[1])).body.error.message, /validator that is not in the stake pool$/);
  });

  test('without a key, of no operation, and from a stale pool', async (t) => {
    const world = await startPoolSandbox(t);
    const swap = { inp: WSOL, out: RASOL, amt: '1000000000' };
    const keyless = await order(world.sandbox, 'token', { ...swap, apiKey: '' });
    assert.equal(keyless.status, 401);
    assert.deepEqual(keyless.body, { error: { code: 'UNAUTHORIZED', message: 'Missing API key' } });
    const unknown = await order(world.sandbox, 'depositSol', swap);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'NOT_FOUND');
    world.ledger.advanceEpochs(1, { updatePool: false });
    const stale = await order(world.sandbox, 'withdrawStake', { inp: RASOL, amt: `${2n * SOL}` });
    assert.equal(stale.status, 400);
    assert.match(stale.body.error.message, /has not been updated in this epoch/);
  });
});
