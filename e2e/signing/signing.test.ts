import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generateKeyPair, getAddressFromPublicKey } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { send, startWorld } from '../world.ts';
import { signAndBroadcast as signWithKit } from './sign-with-kit.ts';
import { signAndBroadcast as signWithWeb3js } from './sign-with-web3js.ts';

/*
 * Runs the code that the pages of docs/api show. One build has a second signer, who has signed; the other goes to the
 * router.
 */

const world = await startWorld({ after });
const api = `${world.service.url}/api/v1`;
const keyPair = await generateKeyPair();
const legacyKeyPair = Keypair.generate();
const libraries = {
  kit: {
    wallet: await getAddressFromPublicKey(keyPair.publicKey),
    signAndBroadcast: (build: Build) => signWithKit(api, build, keyPair),
  },
  'web3.js': {
    wallet: legacyKeyPair.publicKey.toBase58(),
    signAndBroadcast: (build: Build) => signWithWeb3js(api, build, legacyKeyPair),
  },
};

type Build = Parameters<typeof signWithKit>[1];

for (const [library, { wallet, signAndBroadcast }] of Object.entries(libraries)) {
  describe(`the signing code for ${library}`, () => {
    for (const strategy of ['sol-native-stake', 'sol-liquid-stake']) {
      test(`submits a stake of ${strategy}`, async () => {
        await fund(wallet);
        const { body: build } = await world.post('/stake', { strategy, wallet, amount: '2' });
        assert.match(await signAndBroadcast(build), /^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
      });
    }

    test('throws the code and the detail of a refusal', async () => {
      const { body: build } = await world.post('/stake', {
        strategy: 'sol-native-stake',
        wallet,
        amount: '2',
      });
      await assert.rejects(
        signAndBroadcast({ ...build, service_token: 'st1.x' }),
        /^Error: [A-Z_]*TOKEN[A-Z_]*: /,
      );
    });
  });
}

async function fund(wallet: string): Promise<void> {
  const body = JSON.stringify({ wallet, sol: '10' });
  const json = { 'content-type': 'application/json' };
  assert.equal((await send('POST', `${world.sandbox.url}/sandbox/fund`, body, json)).status, 200);
}
