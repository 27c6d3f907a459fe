import { createStakingClient, fromKeypairBytes, isStakingError } from '@staking-agent/sdk';

/*
 * What a page of another origin does with the client: into all four strategies and out of them, each build verified in the
 * page, and what it sees when a build is refused. Bundled and run by `sdk.slow.test.ts`.
 */

type Means = { readonly url: string; readonly rpc: string; readonly secretKey: readonly number[] };

async function stakeEverywhere({ url, rpc, secretKey }: Means) {
  const signer = await fromKeypairBytes(secretKey);
  const client = createStakingClient({ url, rpc, deployment: 'sandbox' });
  const said: string[] = [];
  const onStep = ({ step }: { readonly step: string }) => void said.push(step);
  const ways = [
    await client.stakeAndConfirm({ strategy: 'sol-native-stake', amount: '2', signer, onStep }),
    await client.stakeAndConfirm({ strategy: 'sol-liquid-stake', amount: '2', signer }),
    await client.stakeAndConfirm({ strategy: 'sol-leveraged-stake', amount: '2', signer }),
    await client.stakeAndConfirm({ strategy: 'usdc-earn', amount: '5', signer }),
    await client.unstakeAndConfirm({ strategy: 'sol-liquid-stake', kind: 'instant', amount: 'max', signer }),
    await client.unstakeAndConfirm({ strategy: 'usdc-earn', kind: 'instant', amount: 'max', signer }),
    ...(await client.exitToSol({ strategy: 'sol-leveraged-stake', amount: 'max', signer })),
  ];
  const refused = await client
    .stake({ strategy: 'sol-native-stake', wallet: signer.address, amount: '1000000' })
    .then(() => client.stakeAndConfirm({ strategy: 'sol-liquid-stake', amount: '1000000', signer }))
    .catch((error: unknown) => error);
  return {
    said,
    landed: ways.map(({ transaction, checked }) => [transaction.status, checked?.level]),
    refused: isStakingError(refused) && { code: refused.code, requestId: refused.requestId },
  };
}

Object.assign(globalThis, { stakeEverywhere });
