import { readFileSync } from 'node:fs';
import { type BytesSigner, createStakingClient, fromKeypairBytes } from '@staking-agent/sdk';
import { watch } from '@staking-agent/sdk/history';

const { STAKING_URL = 'http://127.0.0.1:3000' } = process.env;
const [, , keypair = 'id.json', account = ''] = process.argv;
if (import.meta.main) {
  const signer = await fromKeypairBytes(JSON.parse(readFileSync(keypair, 'utf8')));
  await withdrawWhenCool(STAKING_URL, signer, account, console.log);
}

/** Lets a stake account cool down, and takes it home as soon as the ledger lets it: when its row `withdrawable` comes. */
export async function withdrawWhenCool(
  url: string,
  signer: BytesSigner,
  stakeAccount: string,
  print: (line: string) => void,
): Promise<void> {
  const client = createStakingClient({ url, deployment: 'sandbox' });
  const exit = { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount, signer } as const;
  const { transaction } = await client.unstakeAndConfirm(exit);
  print(`${stakeAccount} is on its way out.`);
  const after = transaction.slot ?? '0';
  for await (const row of watch(client, { wallet: signer.address, type: 'withdrawable', after })) {
    if (row.account !== stakeAccount) continue;
    const { signature } = await client.withdrawAndConfirm({ stakeAccount, signer });
    return print(`Withdrawn in epoch ${row.epoch}: ${signature}`);
  }
}
