import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '@staking-agent/sandbox';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS, passTime } from '../admin.ts';
import { signBuild } from '../land-build.ts';
import { startProcess } from '../service-process.ts';
import { createFundedWallet, DEPLOYMENT, send } from '../world.ts';

/** The age at which the ledger is asked for messages whose broadcast nobody remembers. */
const LOOK = 76_000;

test('a stake is credited after a service that was killed with its broadcast just answered', async (t) => {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const place = { DATA_DIR: createDataDirectory(t), PARTNER_KEY_SECRETS };
  const service = await startProcess(t, sandbox, place);
  const operator = createOperator(place);
  const { id, key } = await operator.addPartner('Survivor');
  const wallet = await createFundedWallet({ sandbox }, '5');
  const post = (path: string, body: object) =>
    send('POST', `${service.url}${path}`, body, { 'x-partner-key': key });
  const stake = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const sent = await post('/broadcast', await signBuild(wallet, (await post('/stake', stake)).body));
  assert.equal(sent.status, 200, sent.text);
  await service.stop('SIGKILL');
  assert.deepEqual(await operator.attributions(), []);
  await service.start();
  await passTime(place.DATA_DIR, LOOK);
  const credit = await operator.readCredit(wallet.address);
  assert.deepEqual([credit.partner_id, credit.signature], [id, sent.body.signature]);
});
