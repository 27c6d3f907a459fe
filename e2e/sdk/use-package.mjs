// Runs in an empty folder, from the packed client: four flows with kit, with web3.js and with a key pair alone.
import { createClient, createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { createStakingClient, fromKeypairBytes, fromWalletAdapter } from '@staking-agent/sdk';
import { stakingAgent } from '@staking-agent/sdk/kit';

const [url, sandbox] = process.argv.slice(2);
const options = { url, deployment: 'sandbox', rpc: sandbox };

async function fund() {
  const keypair = Keypair.generate();
  const body = JSON.stringify({ wallet: keypair.publicKey.toBase58(), sol: '20', usdc: '100' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox}/sandbox/fund`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return keypair;
}

async function runFlows(staking, signer) {
  const signers = signer === undefined ? {} : { signer };
  const native = await staking.stakeAndConfirm({ strategy: 'sol-native-stake', amount: '2', ...signers });
  const liquid = await staking.stakeAndConfirm({ strategy: 'sol-liquid-stake', amount: '2', ...signers });
  const usdc = await staking.stakeAndConfirm({ strategy: 'usdc-earn', amount: '50', ...signers });
  await staking.stakeAndConfirm({ strategy: 'sol-leveraged-stake', amount: '1', ...signers });
  const exits = await staking.exitToSol({ amount: 'max', ...signers });
  return [native, liquid, usdc, ...exits].map(
    ({ transaction, checked }) => `${transaction.status} ${checked.level}`,
  );
}

const signers = {
  kit: async () => {
    const payer = await createKeyPairSignerFromBytes((await fund()).secretKey);
    return await runFlows(createClient({ payer }).use(stakingAgent(options)).staking);
  },
  'web3.js': async () => {
    const keypair = await fund();
    const wallet = {
      publicKey: keypair.publicKey,
      signTransaction: async (transaction) => {
        transaction.sign([keypair]);
        return transaction;
      },
    };
    return await runFlows(createStakingClient(options), fromWalletAdapter(wallet, VersionedTransaction));
  },
  'key pair': async () =>
    await runFlows(createStakingClient(options), await fromKeypairBytes((await fund()).secretKey)),
};

const results = {};
for (const [name, run] of Object.entries(signers)) results[name] = await run();
process.stdout.write(JSON.stringify({ node: process.versions.node, results }));
