import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import type { Store } from './open.ts';
import { type Attributions, createAttributions, createPartners, createReferralCodes } from './partners.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const REFERRER = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const CREDIT = { wallet: WALLET, partnerId: undefined, referralCode: undefined, signature: 'sig' };

async function seed(store: Store) {
  const partners = createPartners(store);
  const codes = createReferralCodes(store);
  for (const id of ['one', 'two']) await partners.add({ id, name: id, keyHash: `k.${id}`, last4: 'aaaa' });
  await codes.add('ACORN23', REFERRER);
  return { partners, codes, attributions: createAttributions(store) };
}

async function listRows(attributions: Attributions) {
  return (await attributions.list({})).map(({ created_at: _, ...row }) => row);
}

forEachStore(({ place, open }) => {
  test('a wallet is credited once, whoever comes later', async (t) => {
    const { attributions } = await seed(await open(t));
    assert.equal(await attributions.has(WALLET), false);
    assert.equal(await attributions.credit({ ...CREDIT, partnerId: 'one' }), 'credited');
    assert.equal(await attributions.credit({ ...CREDIT, partnerId: 'two', signature: 'other' }), 'taken');
    assert.equal(await attributions.credit({ ...CREDIT, referralCode: 'ACORN23' }), 'taken');
    assert.equal(await attributions.has(WALLET), true);
    assert.deepEqual(await listRows(attributions), [
      {
        wallet: WALLET,
        partner_id: 'one',
        partner_name: 'one',
        referral_code: null,
        referrer: null,
        signature: 'sig',
      },
    ]);
  });

  test('of 30 that write for one wallet on three replicas at once, one is told that it is credited', async (t) => {
    const at = await place(t);
    const stores = await Promise.all([openPatientStore(at), openPatientStore(at), openPatientStore(at)]);
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const [first] = stores;
    const { attributions } = await seed(first);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const replica = createAttributions(stores[i % 3] as Store);
        const partnerId = i % 2 === 0 ? 'one' : 'two';
        const outcome = await replica.credit({ ...CREDIT, partnerId, signature: `sig-${i}` });
        return { outcome, partnerId, signature: `sig-${i}` };
      }),
    );
    const winners = outcomes.filter(({ outcome }) => outcome === 'credited');
    assert.equal(winners.length, 1);
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'taken').length, 29);
    const [row] = await listRows(attributions);
    assert.deepEqual([row?.partner_id, row?.signature], [winners[0]?.partnerId, winners[0]?.signature]);
  });

  test('partner and referrer of the same stake are both kept', async (t) => {
    const { attributions } = await seed(await open(t));
    await attributions.credit({ ...CREDIT, partnerId: 'one', referralCode: 'ACORN23' });
    const [row] = await listRows(attributions);
    assert.deepEqual([row?.partner_id, row?.referral_code, row?.referrer], ['one', 'ACORN23', REFERRER]);
  });

  test('who is gone by then earns nothing, and leaves the wallet to the next', async (t) => {
    const { attributions, partners, codes } = await seed(await open(t));
    await partners.setActive('one', false);
    await codes.retire('ACORN23');
    const voids = [
      { ...CREDIT, partnerId: 'one' },
      { ...CREDIT, partnerId: 'nobody' },
      { ...CREDIT, referralCode: 'ACORN23' },
      { ...CREDIT, referralCode: 'NOBODY' },
      { ...CREDIT, partnerId: 'one', referralCode: 'ACORN23' },
      CREDIT,
    ];
    for (const credit of voids)
      assert.equal(await attributions.credit(credit), 'void', JSON.stringify(credit));
    assert.deepEqual(await listRows(attributions), []);
    assert.equal(
      await attributions.credit({ ...CREDIT, partnerId: 'two', referralCode: 'ACORN23' }),
      'credited',
    );
    const [row] = await listRows(attributions);
    assert.deepEqual([row?.partner_id, row?.referral_code, row?.referrer], ['two', null, null]);
  });

  test("a wallet's own code earns it nothing", async (t) => {
    const { attributions } = await seed(await open(t));
    const own = { ...CREDIT, wallet: REFERRER, referralCode: 'ACORN23' };
    assert.equal(await attributions.credit(own), 'void');
    assert.equal(await attributions.credit({ ...own, partnerId: 'one' }), 'credited');
    const [row] = await listRows(attributions);
    assert.deepEqual([row?.wallet, row?.partner_id, row?.referrer], [REFERRER, 'one', null]);
  });

  test('a list is narrowed by partner, referrer, time and number', async (t) => {
    const store = await open(t);
    const { attributions } = await seed(store);
    for (const [i, partnerId] of ['one', 'two', undefined].entries()) {
      const credit = { ...CREDIT, wallet: `w${i}`, partnerId, referralCode: i > 0 ? 'ACORN23' : undefined };
      await attributions.credit(credit);
      await store.db
        .updateTable('attributions')
        .set({ created_at: 1_000 * i })
        .where('wallet', '=', `w${i}`)
        .execute();
    }
    const wallets = async (filter: Parameters<Attributions['list']>[0]) =>
      (await attributions.list(filter)).map(({ wallet }) => wallet);
    assert.deepEqual(await wallets({}), ['w0', 'w1', 'w2']);
    assert.deepEqual(await wallets({ partnerId: 'two' }), ['w1']);
    assert.deepEqual(await wallets({ referrer: REFERRER }), ['w1', 'w2']);
    assert.deepEqual(await wallets({ since: 1_000, until: 2_000 }), ['w1']);
    assert.deepEqual(await wallets({ referrer: REFERRER, partnerId: 'one' }), []);
  });

  test('a list of any length is whole, oldest first, and read in pages', async (t) => {
    const store = await open(t);
    let most = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        most = Math.max(most, result.rows.length);
        return result;
      },
    };
    const attributions = createAttributions({ ...store, db: store.db.withPlugin(plugin) });
    const wallets = Array.from({ length: 2_500 }, (_, i) => `w${String(i).padStart(4, '0')}`);
    const rows = wallets.map((wallet, i) => ({
      wallet,
      partner_id: null,
      referral_code: null,
      referrer: null,
      signature: 'sig',
      // Two of a time, the last wallet first.
      created_at: 5_000 - Math.floor(i / 2),
    }));
    for (let i = 0; i < rows.length; i += 500)
      await store.db
        .insertInto('attributions')
        .values(rows.slice(i, i + 500))
        .execute();
    const listed = (await attributions.list({})).map(({ wallet }) => wallet);
    const pairs = wallets.filter((_, i) => i % 2 === 0).map((wallet, i) => [wallet, wallets[2 * i + 1]]);
    assert.deepEqual(listed, pairs.toReversed().flat());
    assert.ok(most <= 1_000, `${most} rows in one answer`);
  });
});
