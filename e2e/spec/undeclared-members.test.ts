import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Address } from '@solana/kit';
import { giveBelongings } from '@staking-agent/sandbox';
import { OPERATION_IDS, OPERATIONS, type Operation, STRATEGY_KEYS } from '@staking-agent/wire';
import { until } from '../until.ts';
import { createFundedWallet, startWorld } from '../world.ts';

type Members = Readonly<Record<string, unknown>>;
type Request = { readonly path: string; readonly body: Members };

/** Refusals that blame an upstream, or the service, for what a caller has written. */
const BLAME = /^(INTERNAL|INTENT_MISMATCH|LEDGER_REFUSED)$|_UNAVAILABLE$|_TRANSACTION_REFUSED$/;
/** Values for members that their operations take as text. */
const STRANGE: readonly unknown[] = [null, '', 'max'];
const FITTING = Symbol('a value that fits another operation');

const world = await startWorld({ after });
const requests: Request[] = [];
/** Values of every member of every operation that fit somewhere. */
const fitting = new Map<string, unknown[]>();

function declaredBy(path: string): readonly string[] {
  const operation = OPERATION_IDS.map((id): Operation => OPERATIONS[id]).find((each) => each.path === path);
  return Object.keys(operation?.body?.properties ?? {});
}

before(async () => {
  const { address: wallet, sign } = await createFundedWallet(world, '1000');
  const { stakeAccount } = await giveBelongings(world.sandbox.ledger, wallet as Address);
  const add = (path: string, body: Members) => requests.push({ path, body: { wallet, ...body } });
  for (const strategy of STRATEGY_KEYS) {
    const exit = { strategy, amount: '1', ...(strategy === 'sol-native-stake' && { stakeAccount }) };
    add('/stake', { strategy, amount: '1' });
    for (const kind of ['instant', 'slow', 'deactivate']) add('/unstake', { ...exit, kind });
    add('/quote', exit);
  }
  add('/exit-options', { strategy: 'sol-liquid-stake', amount: '1' });
  add('/entry-options', { asset: 'SOL', amount: '1' });
  add('/withdraw', { stakeAccount });
  add('/split', { stakeAccount, amount: '1.1' });
  add('/merge', { into: stakeAccount, from: [stakeAccount] });
  const again = await world.build('/stake', { strategy: 'sol-native-stake', wallet, amount: '1' });
  add('/refresh', { transaction: again.transaction, service_token: again.service_token });
  const { transaction, ...swap } = await world.build('/stake', {
    strategy: 'sol-liquid-stake',
    wallet,
    amount: '1',
  });
  const { service_token, routerKind, router_order } = swap;
  const signed_tx = await sign(transaction);
  add('/broadcast', { signed_tx, service_token, route: 'router', routerKind, router_order });
  for (const id of OPERATION_IDS) {
    const { body }: Operation = OPERATIONS[id];
    for (const [name, schema] of Object.entries<object>(body?.properties ?? {})) {
      const { 'x-values': listed = [] }: { 'x-values'?: readonly unknown[] } = Object(schema);
      const used = requests.flatMap((each) => (name in each.body ? [each.body[name]] : []));
      fitting.set(name, [...new Set([...(fitting.get(name) ?? []), ...listed, ...used])]);
    }
  }
});

test('members of other operations change nothing', async () => {
  for (const { path, body } of requests) {
    const declared = declaredBy(path);
    const foreign = [...fitting].filter(([name]) => !declared.includes(name));
    const plain = await world.post(path, body);
    for (const value of [FITTING, 7, ...STRANGE]) {
      const added = foreign.map(([name, values]) => [name, value === FITTING ? values[0] : value]);
      const answer = await world.post(path, { ...body, ...Object.fromEntries(added) });
      const told = `${path} ${JSON.stringify(body)} with ${JSON.stringify(added)}: ${answer.text}`;
      assert.deepEqual([answer.status, answer.body.code], [plain.status, plain.body.code], told);
    }
  }
});

test('no upstream is blamed for what stands in a member, be it of another strategy', async () => {
  for (const [i, { path, body }] of requests.entries()) {
    for (const name of declaredBy(path)) {
      const values = [...STRANGE, fitting.get(name)?.[0]];
      // Of an operation that has several requests each value is tried in one of them, else all in one.
      const isAlone = requests.filter((each) => each.path === path).length < values.length;
      for (const value of isAlone ? values : [values[i % values.length]]) {
        const { status, body: told, text } = await world.post(path, { ...body, [name]: value });
        const blames = status >= 500 && BLAME.test(told.code);
        assert.ok(!blames, `${path} ${name}=${JSON.stringify(value)}: ${text}`);
      }
    }
  }
});

test('an exit is refreshed although it has members of another strategy', async () => {
  const { body: liquid } = requests.find(({ body }) => body['strategy'] === 'sol-liquid-stake') ?? {};
  const exit = { ...liquid, kind: 'instant', isWithdrawAll: true, stakeAccount: '' };
  const { transaction, service_token } = (await world.post('/unstake', exit)).body;
  world.sandbox.ledger.advanceSlots(200);
  await until('the exit is made anew', async () => {
    return (await world.post('/refresh', { transaction, service_token })).status === 200;
  });
});
