import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer } from '@staking-agent/wire';
import {
  allSettled,
  createDataDirectory,
  createOperator,
  PARTNER_KEY_SECRETS,
  passTime,
  pendingClaims,
} from '../admin.ts';
import { assertOk } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  type Cleanup,
  createFundedWallet,
  DEPLOYMENT,
  send,
  setLedgerFault,
  startWorld,
  type World,
} from '../world.ts';

const STAKE = { strategy: 'sol-native-stake', amount: '1' };
/** Ages at which the ledger is asked for messages that were not broadcast here, for the first and the last time. */
const LOOK = 76_000;
const LAST_LOOK = 61 * 60_000;
/** Shorter than the deadline of a read. */
const READ_MILLISECONDS = 3_000;
/** The pause between two rounds of settling, which tests do not wait for. */
const ROUNDS = [2_000, 2_000] as const;

async function startPartnerWorld(t: Cleanup, environment: Record<string, string> = {}) {
  const dataDirectory = createDataDirectory(t);
  const place: Record<string, string> = { DATA_DIR: dataDirectory, ...environment };
  const clock = createHastyClock();
  // Connecting to PostgreSQL may take as long.
  if (place['DATABASE_URL'] === undefined) clock.hasten(ROUNDS, 'loops');
  const world = await startWorld(t, { PARTNER_KEY_SECRETS, ...place }, clock);
  return { world, dataDirectory, operator: createOperator(place) };
}

/** Builds a stake and signs it. */
async function buildStake(
  world: Pick<World, 'build' | 'post'>,
  wallet: Wallet,
  by: { key?: string; code?: string; strategy?: string } = {},
) {
  const body = {
    ...STAKE,
    ...(by.strategy && { strategy: by.strategy }),
    wallet: wallet.address,
    ...(by.code && { referral_code: by.code }),
  };
  const headers = by.key === undefined ? {} : { 'x-partner-key': by.key };
  return await signBuild(wallet, await world.build('/stake', body, headers));
}

async function stake(...of: Parameters<typeof buildStake>): Promise<string> {
  const answer = await of[0].post('/broadcast', await buildStake(...of));
  assertOk(answer, BroadcastAnswer);
  return answer.body.signature;
}

const shared = await startPartnerWorld({ after });

/** Who is credited for some wallets: the world has those of other tests as well. */
async function creditsOf({ operator }: Pick<typeof shared, 'operator'>, wallets: readonly Wallet[]) {
  const addresses = new Set(wallets.map(({ address }) => address));
  return (await operator.attributions()).filter(({ wallet }) => addresses.has(wallet));
}

test('a partner is added, its key sent with a stake, and the wallet is its own once that is confirmed', async () => {
  // Given a service and, beside it, an operator who adds two partners and a referral code
  const { world, operator } = shared;
  const [first, second] = [await operator.addPartner('First'), await operator.addPartner('Second')];
  const referrer = await createWallet();
  const code = await operator.createCode(referrer.address);

  // When a wallet stakes with the first one's key and the code, and again with the second one's
  const wallet = await createFundedWallet(world, '10');
  const signature = await stake(world, wallet, { key: first.key, code: code.toLowerCase() });
  const credit = await operator.readCredit(wallet.address);
  await stake(world, wallet, { key: second.key });

  // Then the first stake earned the wallet, for good
  const { partner_id, referral_code, referrer: credited } = credit;
  assert.deepEqual([partner_id, referral_code, credited], [first.id, code, referrer.address]);
  assert.equal(credit.signature, signature);
  assert.deepEqual(await creditsOf(shared, [wallet]), [credit]);
  assert.deepEqual(await operator.attributions('--partner', second.id), []);
  assert.deepEqual(await operator.attributions('--referrer', referrer.address), [credit]);
});

describe('credit', () => {
  const { world, operator } = shared;

  test('goes to whoever comes first with a claim; a stake through the router counts as any other', async () => {
    const partner = await operator.addPartner('Late');
    const wallet = await createFundedWallet(world, '10');
    await stake(world, wallet);
    const signature = await stake(world, wallet, { key: partner.key, strategy: 'sol-liquid-stake' });
    const credit = await operator.readCredit(wallet.address);
    assert.deepEqual([credit.partner_id, credit.signature], [partner.id, signature]);
  });
});

/* After a service that was killed: partners.slow.test.ts. */
test('a stake that is sent to the ledger directly is found there and credited, unless it failed', async () => {
  const { world, dataDirectory, operator } = shared;
  const { id, key } = await operator.addPartner('Direct');
  // Given a wallet that can pay once, and two stakes of its own that were built for the partner
  const poor = await createFundedWallet(world, '1.5');
  const failing = await buildStake(world, poor, { key });
  await stake(world, poor);
  const rich = await createFundedWallet(world, '5');
  const landing = await buildStake(world, rich, { key });

  // When both are sent by somebody else
  const failed = await createLedgerClient(world).send(failing.signed_tx);
  const signature = await createLedgerClient(world).send(landing.signed_tx);
  const ledger = createLedgerClient(world);
  assert.notEqual(await ledger.outcome(failed), null);
  assert.equal(await ledger.outcome(signature), null);

  // Then nobody is credited before the ledger is asked, and afterwards only for the one that succeeded
  const other = await createFundedWallet(world, '5');
  await stake(world, other, { key });
  const broadcast = await operator.readCredit(other.address);
  assert.deepEqual(await creditsOf(shared, [poor, rich, other]), [broadcast]);
  await passTime(dataDirectory, LAST_LOOK);
  await allSettled(dataDirectory);
  const [credit, ...others] = await creditsOf(shared, [poor, rich]);
  assert.deepEqual([credit?.wallet, credit?.partner_id, credit?.signature], [rich.address, id, signature]);
  assert.deepEqual(others, []);
});

test('the key before holds for as long as it was given, and not after', async () => {
  const { world, operator } = shared;
  const { id, key } = await operator.addPartner('Rotating');
  const { address: wallet } = await createWallet();
  const fetchStatus = async (partner_api_key: string) =>
    (await world.post('/stake', { ...STAKE, wallet, partner_api_key })).status;
  const { key: second } = await operator.run('partners', 'rotate-key', id);
  for (const each of [key, second]) assert.equal(await fetchStatus(each), 200);
  const { key: third } = await operator.run('partners', 'rotate-key', id, '--overlap-hours', '0');
  assert.equal(await fetchStatus(third), 200);
  for (const each of [key, second]) assert.equal(await fetchStatus(each), 403);
});

test('a ledger that hangs while claims are settled does not hold up a service that stops', async (t) => {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const place = { DATA_DIR: createDataDirectory(t), PARTNER_KEY_SECRETS };
  const stops: (() => Promise<void>)[] = [];
  // No call of this service meets its deadline: it would never stop if it waited for one.
  const clock = createHastyClock();
  const cleanup = { after: (stop: () => Promise<void>) => stops.push(stop) };
  const { url: LEDGER_RPC_URLS, calls } = await startLyingNode(t, sandbox.url);
  const replica = await startReplica(cleanup, sandbox, { ...place, LEDGER_RPC_URLS }, { clock });
  clock.withhold(READ_MILLISECONDS);
  const operator = createOperator(place);
  const { key } = await operator.addPartner('Waiting');
  const { address } = await createWallet();
  const body = { ...STAKE, wallet: address, partner_api_key: key };
  assert.equal((await send('POST', `${replica.url}/api/v1/stake`, body)).status, 200);
  await setLedgerFault({ sandbox }, { mode: 'hang', method: 'getSignaturesForAddress' });
  await passTime(place.DATA_DIR, LOOK);
  await until('the ledger is asked', () => calls.some((call) => call.includes('getSignaturesForAddress')));
  await Promise.all(stops.map((stop) => stop()));
  await setLedgerFault({ sandbox }, { mode: 'none' });
  assert.equal(await pendingClaims(place.DATA_DIR), 1);
  assert.deepEqual(await operator.attributions(), []);
});
