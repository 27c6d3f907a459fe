import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { passSlots } from '../pass-slots.ts';
import { caller, give as giveIn, STAKE } from '../signing-agent.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 60 });
const give = giveIn.bind(undefined, world);

/* Services that lie: e2e/sdk/lying-service.test.ts; what counts against the day: attempts.test.ts of packages/mcp. */
describe('an agent that signs', { concurrency: true }, () => {
  test('stakes once, however often it asks for the same', async () => {
    const { call, countStakes } = await give({});
    const first = await call(STAKE);
    assert.equal(first.status, 'landed', JSON.stringify(first));
    assert.equal(first.isRepeat, false);
    // What the service tells of the transaction would pass for proved.
    const members = ['isRepeat', 'receipt', 'signature', 'status', 'verified'];
    assert.deepEqual(Object.keys(first).toSorted(), members);
    const again = await call({ amount: '1', strategy: 'sol-native-stake' });
    assert.deepEqual([again.status, again.isRepeat], ['landed', true]);
    assert.equal(await countStakes(), 1);
  });

  test('stakes again on purpose', async () => {
    const { call, countStakes } = await give({});
    await call(STAKE);
    assert.equal((await call(STAKE, 'build_stake', 'second')).isRepeat, false);
    assert.equal(await countStakes(), 2);
  });

  test('stakes once when it asks for the same ten times at once', async () => {
    const { call, countStakes } = await give({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(STAKE)));
    assert.equal(answers.filter(({ status }) => status === 'landed').length, 1);
    assert.equal(answers.filter(({ code }) => code === 'IN_PROGRESS').length, 9);
    assert.equal(await countStakes(), 1);
  });

  test('exceeds the cap of a day by no number of calls side by side', async () => {
    const { call, countStakes } = await give({ perDay: { SOL: '3.1' } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => call(STAKE, 'build_stake', `${i}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 'landed').length, 3, JSON.stringify(answers));
    assert.equal(answers.filter(({ code }) => code === 'DAY_LIMIT_REACHED').length, 47);
    assert.equal(await countStakes(), 3);
  });

  test('is held to wallet, strategies and caps before anything is built', async () => {
    const asked: string[] = [];
    const { call } = await give(
      { strategies: ['usdc-earn'], perTransaction: { USDC: '5' } },
      (answer, path) => {
        asked.push(path);
        return answer;
      },
    );
    assert.equal((await call(STAKE)).code, 'STRATEGY_NOT_ALLOWED');
    assert.equal(
      (await call({ strategy: 'usdc-earn', amount: '5.000001' })).code,
      'TRANSACTION_LIMIT_EXCEEDED',
    );
    assert.equal((await call({ strategy: 'usdc-earn', amount: 'max' })).code, 'AMOUNT_UNREADABLE');
    assert.equal((await call({ ...STAKE, wallet: world.sandbox.url })).code, 'WALLET_NOT_ALLOWED');
    assert.deepEqual(asked, []);
  });

  test('signs nothing in a dry run', async () => {
    const { call, countStakes } = await give({ dryRun: true });
    assert.equal((await call(STAKE)).code, 'DRY_RUN');
    assert.equal(await countStakes(), 0);
  });

  test('waits for a person above the limit of the policy', async () => {
    const { call, attempts, countStakes } = await give({ confirmAbove: { SOL: '0.5' } });
    const refused = await call(STAKE);
    assert.equal(refused.code, 'CONFIRMATION_REQUIRED');
    assert.equal((await call(STAKE)).code, 'CONFIRMATION_REQUIRED');
    // The agent is not told how: it would do it.
    assert.doesNotMatch(String((refused as Error).message), /staking-agent/);
    const [{ key, description } = assert.fail()] = attempts.listWaiting();
    assert.match(description, /^Stake 1 SOL of \w+ into sol-native-stake\. /);
    attempts.approve(key);
    assert.equal((await call(STAKE)).status, 'landed');
    assert.equal(await countStakes(), 1);
  });

  test('asks through a client that can ask, and leaves nothing for the terminal then', async () => {
    const { run, attempts, countStakes } = await give({ confirmAbove: { SOL: '0.5' } });
    const request = { tool: 'build_stake', arguments: STAKE };
    const asked = await run(request, { ...caller, canAsk: true });
    // A class of its own: no answer of a service can pass for a question.
    assert.equal(asked.constructor.name, 'Question');
    assert.match(JSON.stringify(asked), /Stake 1 SOL of \w+ into sol-native-stake/);
    assert.deepEqual(attempts.listWaiting(), []);
    const declined = run(request, { ...caller, canAsk: true, answer: () => 'declined' as const });
    await assert.rejects(declined, { code: 'CONFIRMATION_DECLINED' });
    assert.deepEqual([attempts.listWaiting(), await countStakes()], [[], 0]);
  });

  test('takes an answer once, from a client that can ask, to the question of this call alone', async () => {
    const { run, countStakes } = await give({ confirmAbove: { SOL: '0.5' } });
    const request = { tool: 'build_stake', arguments: STAKE };
    /** A client that approves whatever it is asked for, or one question alone. */
    const approving = (canAsk: boolean, question?: string) => ({
      ...caller,
      canAsk,
      answer: (key: string) => (key === (question ?? key) ? ('approved' as const) : undefined),
    });
    const isAsked = (told: unknown) => assert.equal(Object(told).constructor.name, 'Question');
    const ask = async (attempt?: string) => {
      const told = await run({ ...request, ...(attempt && { attempt }) }, { ...caller, canAsk: true });
      isAsked(told);
      const [question = assert.fail()] = Object.keys(Object(told).result.inputRequests);
      return question;
    };
    // No question was asked.
    await assert.rejects(run(request, approving(false)), { code: 'CONFIRMATION_REQUIRED' });
    isAsked(await run(request, approving(true)));
    // It was asked, of a client that cannot ask now; of another attempt; and earlier than the last one.
    await ask();
    await assert.rejects(run(request, approving(false)), { code: 'CONFIRMATION_REQUIRED' });
    const others = await ask('other');
    isAsked(await run(request, approving(true, others)));
    const earlier = await ask();
    const last = await ask();
    isAsked(await run(request, approving(true, earlier)));
    assert.equal(await countStakes(), 0);
    isAsked(await run(request, approving(true, last)));
    const landed = await run(request, approving(true, await ask()));
    assert.equal(Object(landed).status, 'landed');
    isAsked(await run({ ...request, attempt: 'again' }, approving(true)));
    assert.equal(await countStakes(), 1);
  });

  test('is told, and asks in words, of what a loan can cost', async () => {
    const { call, attempts } = await give({ confirmAbove: { SOL: '0.5' } });
    const stake = { strategy: 'sol-leveraged-stake', amount: '1' };
    assert.equal((await call(stake)).code, 'CONFIRMATION_REQUIRED');
    const [{ key, description } = assert.fail()] = attempts.listWaiting();
    assert.match(description, /loses its peg.* can liquidate.* At worst all of the amount is lost/);
    attempts.approve(key);
    const { status, receipt, risk } = await call(stake);
    assert.equal(status, 'landed');
    assert.match(String(risk), /At worst all of the amount is lost/);
    assert.match(JSON.stringify(receipt?.warnings), /"LEVERAGE".*loses its peg.*may then liquidate/);
  });

  test('goes through the router and out again, each proved by its own node', async () => {
    const { call } = await give({ require: 'bounded' });
    const stake = await call({ strategy: 'sol-liquid-stake', amount: '2' });
    assert.equal(stake.status, 'landed', JSON.stringify(stake));
    const exit = await call({ strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' }, 'build_unstake');
    assert.equal(exit.status, 'landed', JSON.stringify(exit));
  });

  test('sees no exit that loses more than the policy lets it sign', async () => {
    const { call, check } = await give({ exitLossBps: 0 });
    assert.equal((await call({ strategy: 'sol-liquid-stake', amount: '2' })).status, 'landed');
    const exit = { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' };
    assert.equal((await call(exit, 'build_unstake')).code, 'VERIFICATION_FAILED');
    assert.equal((await check('build_unstake', exit)).code, 'VERIFICATION_FAILED');
  });

  test('is refused members that no tool takes, which would make one call look like two', async () => {
    const { call, countStakes } = await give({});
    assert.equal((await call({ ...STAKE, stakeAccountForm: 'keypair' })).code, 'ARGUMENT_UNKNOWN');
    const told: (boolean | undefined)[] = [];
    for (const amount of ['1.5', '1.50', 1.5]) told.push((await call({ ...STAKE, amount })).isRepeat);
    assert.deepEqual(told, [false, true, true]);
    assert.equal(await countStakes(), 1);
  });
});

test('a clock that jumps a day ahead frees neither the cap nor a second signature; a day of blocks does', async () => {
  const { call, countStakes, clock } = await give({ perDay: { SOL: '1.5' } });
  assert.equal((await call(STAKE)).status, 'landed');
  clock.ahead = 86_400_000;
  assert.equal((await call(STAKE)).isRepeat, true);
  assert.equal((await call({ ...STAKE, amount: '1.1' })).code, 'DAY_LIMIT_REACHED');
  await passSlots(world, 181_000);
  const told = await call(STAKE);
  assert.deepEqual([told.status, told.isRepeat], ['landed', false], JSON.stringify(told));
  assert.equal(await countStakes(), 2);
});
