import { getBase58Encoder } from '@solana/kit';
import { send, setRouterFault, setVaultFault, type World } from '../world.ts';
import type { HonestBuild } from './honest-build.ts';

/** An answer the service would give if it believed a malicious router or vault provider. */
export type MaliciousBuild = {
  readonly variant: string;
  readonly of: HonestBuild;
  readonly answer: HonestBuild['answer'];
};

const SOL_MINT = 'So11111111111111111111111111111111111111112';

/** Asks router and vault provider, turned malicious in every way they know, for what honest builds were made of. */
export async function collectMalicious(
  world: World,
  builds: readonly HonestBuild[],
  variants: readonly string[],
): Promise<MaliciousBuild[]> {
  const found: MaliciousBuild[] = [];
  for (const variant of variants) {
    await setRouterFault(world, { mode: 'malicious', variant });
    await setVaultFault(world, { mode: 'malicious', variant });
    for (const of of builds.filter(({ isProvided }) => isProvided)) {
      const answer = of.answer['route'] === 'router' ? await order(world, of) : await withdraw(world, of);
      if (answer !== undefined) found.push({ variant, of, answer });
    }
  }
  await setRouterFault(world, { mode: 'none' });
  await setVaultFault(world, { mode: 'none' });
  return found;
}

/** Asks the router once more for what a build was made of; undefined when it refuses. */
export async function order(
  { sandbox }: World,
  { request, answer, asked: more }: Pick<HonestBuild, 'request' | 'answer' | 'asked'>,
): Promise<HonestBuild['answer'] | undefined> {
  const kind = String(answer['routerKind']);
  const asked = answer['router_order'] as Record<string, unknown>;
  const { wallet, stakeAccount } = request;
  const common = { apiKey: 'key', signer: wallet, slippageBps: '50' };
  const own: Record<string, Record<string, unknown>> = {
    token: { inp: asked['inp'], out: asked['out'], amt: asked['inpAmt'] },
    depositStake: { inpAcc: stakeAccount, out: SOL_MINT },
    withdrawStake: { inp: asked['inp'], amt: asked['inpAmt'], deactivate: 'y', bridgeStakeSeed: '77' },
  };
  const query = new URLSearchParams({ ...common, ...own[kind], ...more } as Record<string, string>);
  const { status, body } = await send('GET', `${sandbox.routerUrl}/swap/${kind}/order?${query}`);
  return status === 200 ? { ...answer, transaction: String(body.tx), router_order: body } : undefined;
}

async function withdraw(world: World, { request, answer }: HonestBuild) {
  const transaction = await askProvider(world, request);
  return transaction === undefined ? undefined : { ...answer, transaction };
}

/** Asks the vault provider for an exit; undefined when it refuses. */
export async function askProvider(
  { sandbox }: Pick<World, 'sandbox'>,
  request: HonestBuild['request'],
): Promise<string | undefined> {
  const { usdcVault, usdcMint } = sandbox.ledger.deployment;
  const lamportAmount = String(BigInt(String(request['amount'])) * 1_000_000n);
  const asked = {
    userPubkey: request.wallet,
    assetMint: usdcMint,
    assetTokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    isWithdrawAll: false,
    lamportAmount,
  };
  const url = `${sandbox.vaultUrl}/vault/${usdcVault}/direct-withdraw`;
  const { status, body } = await send('POST', url, asked);
  if (status !== 200) return undefined;
  return Buffer.from(Uint8Array.from(getBase58Encoder().encode(body.transaction))).toString('base64');
}
