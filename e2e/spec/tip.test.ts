import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type BuildOperation, type VerifyRequest, verify } from '@staking-agent/verify';
import { assertProblem } from '../assert-answer.ts';
import { createOwner, holdToLedger, type Path } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  type Answer,
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
} from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);
const wallet = await createFundedWallet(world, '9000');
const owner = createOwner(world, wallet);
await fundUsdc(world, wallet, '50000000');
const tip = { lamports: '50000' };
const TIPPED = Object.values(DEPLOYMENT.tipAccounts ?? {}).flat();
const NATIVE = { strategy: 'sol-native-stake' };
const EARN = { strategy: 'usdc-earn' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };

const held = async () => {
  const balances = await Promise.all(TIPPED.map((account) => ledger.balance(account)));
  return balances.reduce((sum, each) => sum + each, 0n);
};

test('a tip is paid once to an account of the landing service, shown as a cost, and on top of all else', async () => {
  const stakes = [await owner.stakeNative('5'), await owner.stakeNative('6'), await owner.stakeNative('7')];
  await advanceEpochs(world, 1);
  const builds: readonly (readonly [Path, object])[] = [
    ['/stake', { ...NATIVE, amount: '1.5' }],
    ['/stake', { ...NATIVE, amount: '1.5', stakeAccountForm: 'seed' }],
    ['/unstake', { ...NATIVE, kind: 'deactivate', stakeAccount: stakes[0] }],
    ['/split', { stakeAccount: stakes[1], amount: '2' }],
    ['/merge', { into: stakes[1], from: [stakes[2]] }],
    ['/stake', { ...EARN, amount: '40000000' }],
    ['/unstake', { ...EARN, kind: 'instant', amount: '20' }],
    ['/stake', { ...LEVERAGED, amount: '4000' }],
    ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '1' }],
    ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '1500' }],
    ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '700' }],
  ];
  for (const [path, body] of builds) {
    const before = await held();
    const built = await owner.build(path, { ...body, tip, include: ['receipt', 'explanation'] });
    const { costs } = await holdToLedger(owner, wallet.address, built);
    const tips = costs.filter(({ kind }) => kind === 'tip');
    assert.deepEqual(
      tips.map(({ baseUnits }) => baseUnits),
      [tip.lamports],
      path,
    );
    assert.equal((await held()) - before, 50_000n, path);
  }
});

test('no tip is proved but the one that was asked for', async () => {
  const untipped = { ...NATIVE, wallet: wallet.address, amount: '2' };
  const request = { ...untipped, tip };
  const answer = await world.build('/stake', request);
  const judge = (asked: VerifyRequest, deployment = DEPLOYMENT, operation: BuildOperation = 'stake') =>
    verify(operation, asked, answer, deployment).findings.map(({ rule }) => rule);
  assert.deepEqual(judge(request), []);
  assert.deepEqual(judge(untipped), ['shape']);
  assert.deepEqual(judge({ ...request, tip: { lamports: '49999' } }), ['shape']);
  assert.deepEqual(judge(request, { ...DEPLOYMENT, tipAccounts: { jito: [DEPLOYMENT.usdcVault] } }), [
    'account',
  ]);
  const bare = await world.build('/stake', untipped);
  assert.notDeepEqual(verify('stake', request, bare, DEPLOYMENT).findings, []);
  assert.equal(verify('stake', request, answer, DEPLOYMENT).effects.fee.tip, 50_000n);
});

test('a refresh keeps the tip, or gives the one that it asks for', async () => {
  const stakeAccount = await owner.stakeNative('8');
  const first = await owner.build('/unstake', { ...NATIVE, kind: 'deactivate', stakeAccount, tip });
  const refresh = ({ body }: Answer, more = {}) => {
    const { transaction, service_token } = body;
    return world.post('/refresh', { transaction, service_token, include: ['receipt'], ...more });
  };
  const tipOf = ({ body, text }: Answer) =>
    body.receipt?.costs.find(({ kind }: { kind: string }) => kind === 'tip')?.baseUnits ?? text;
  const kept = await refresh(first);
  assert.equal(tipOf(kept), tip.lamports);
  const raised = await refresh(kept, { tip: { lamports: '70000' } });
  assert.equal(tipOf(raised), '70000');
  assert.equal(tipOf(await refresh(raised)), '70000');
  for (const malformed of [{ lamports: '999' }, '70000', null]) {
    const answer = await refresh(first, { tip: malformed });
    assertProblem(answer, { slug: 'invalid_request', code: 'TIP_INVALID' });
  }
  const routed = await owner.build('/stake', { strategy: 'sol-liquid-stake', amount: '2' });
  const refused = await refresh(routed, { tip });
  assertProblem(refused, { slug: 'invalid_request', code: 'FEES_OF_PROVIDER', detail: /tip/ });
});

test('a tip is refused beyond its bounds, and where its bytes are not ours', async () => {
  const asked = { ...NATIVE, wallet: wallet.address, amount: '2' };
  for (const lamports of ['', '999', '100000001', '1e6', '-5000', '0x1000']) {
    const answer = await world.post('/stake', { ...asked, tip: { lamports } });
    assertProblem(answer, { slug: 'invalid_request', code: 'TIP_INVALID' });
  }
  for (const malformed of [{}, { lamports: 5_000 }, '5000', null, []]) {
    const answer = await world.post('/withdraw', { ...asked, stakeAccount: wallet.address, tip: malformed });
    assertProblem(answer, { slug: 'invalid_request', code: 'TIP_INVALID', detail: /tip\.lamports must be/ });
  }
  const routed = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2', tip };
  assertProblem(await world.post('/stake', routed), { slug: 'invalid_request', code: 'FEES_OF_PROVIDER' });
  const served = await startWorld({ after }, { TIP_SERVICE: 'heliusSender' });
  const other = await served.post('/stake', { ...asked, tip });
  assertProblem(other, { slug: 'invalid_request', code: 'TIP_NOT_OFFERED' });
});
