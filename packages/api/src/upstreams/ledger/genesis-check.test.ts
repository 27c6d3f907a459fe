import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { UpstreamFault } from '../../problems/faults.ts';
import { createGenesisCheck } from './node.ts';

const OURS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

function start(expected: string | undefined, genesis = OURS, mayBeSilent = false) {
  const clock = createManualClock();
  const node = { genesis, calls: 0, isDown: false, reported: [] as string[] };
  const ask = async () => {
    node.calls += 1;
    if (node.isDown) throw new UpstreamFault('ledger', 'unreachable');
    return node.genesis;
  };
  const onForeign = (_name: string, shown: string) => void node.reported.push(shown);
  const ledger = expected === undefined ? undefined : { genesisHash: expected, onForeign, mayBeSilent };
  return { clock, node, check: createGenesisCheck('rpc1', ask, clock, ledger) };
}

const pass = async (check: ReturnType<typeof createGenesisCheck>) => await check.pass('getBlockHeight');

suite('a node', () => {
  test('of the right ledger is asked once, by all who come at the same time', async () => {
    const { check, node } = start(OURS);
    await Promise.all([pass(check), pass(check), pass(check)]);
    assert.equal(check.pass('getBlockHeight'), undefined);
    assert.deepEqual([node.calls, check.isForeign], [1, false]);
  });

  test('of another ledger is refused without being asked, and tried again a minute later', async () => {
    const { check, node, clock } = start(OURS, DEVNET);
    await assert.rejects(pass(check), UpstreamFault);
    await assert.rejects(pass(check), UpstreamFault);
    assert.deepEqual([node.calls, check.isForeign], [1, true]);
    await clock.pass(60_000);
    await assert.rejects(pass(check), UpstreamFault);
    assert.deepEqual([node.calls, node.reported], [2, [DEVNET]]);
    await clock.pass(60_000);
    node.genesis = OURS;
    await pass(check);
    assert.equal(check.isForeign, false);
  });

  test('that does not say is refused until it does', async () => {
    const { check, node } = start(OURS);
    node.isDown = true;
    await assert.rejects(pass(check), UpstreamFault);
    assert.equal(check.isForeign, false);
    node.isDown = false;
    await pass(check);
  });

  test('whose name comes to mean another ledger is found out, and nobody waits meanwhile', async () => {
    const { check, node, clock } = start(OURS);
    await pass(check);
    node.genesis = DEVNET;
    await clock.pass(600_000);
    assert.equal(check.pass('getBlockHeight'), undefined);
    await clock.pass(0);
    await assert.rejects(pass(check), UpstreamFault);
    assert.equal(check.isForeign, true);
  });

  test('that was right and is silent now goes on', async () => {
    const { check, node, clock } = start(OURS);
    await pass(check);
    node.isDown = true;
    await clock.pass(600_000);
    assert.equal(check.pass('getBlockHeight'), undefined);
    await clock.pass(0);
    assert.equal(check.pass('getBlockHeight'), undefined);
    await clock.pass(0);
  });

  test('is not asked where the deployment names no ledger', async () => {
    const { check, node } = start(undefined, DEVNET);
    await pass(check);
    assert.deepEqual([node.calls, check.isForeign], [0, false]);
  });

  test('that may be silent passes at once, also when it does not say, and is not asked for ten minutes', async () => {
    const { check, node, clock } = start(OURS, OURS, true);
    node.isDown = true;
    assert.equal(check.pass('sendTransaction'), undefined);
    await clock.pass(599_999);
    assert.equal(check.pass('sendTransaction'), undefined);
    assert.deepEqual([node.calls, node.reported, check.isForeign], [1, [], false]);
  });

  test('that may be silent and says that it is of another ledger is refused, until it says otherwise', async () => {
    const { check, node, clock } = start(OURS, DEVNET, true);
    void check.pass('sendTransaction');
    await clock.pass(0);
    assert.deepEqual([check.isForeign, node.reported], [true, [DEVNET]]);
    assert.throws(() => check.pass('sendTransaction'), UpstreamFault);
    node.genesis = OURS;
    await clock.pass(60_000);
    await check.pass('sendTransaction')?.catch(() => undefined);
    assert.equal(check.isForeign, false);
    assert.equal(check.pass('sendTransaction'), undefined);
  });
});
