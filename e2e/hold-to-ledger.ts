import assert from 'node:assert/strict';
import type { Address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import type { Wallet } from '@staking-agent/dev';
import type { Receipt } from '@staking-agent/wire';
import { landBuild } from './land-build.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { Answer, World } from './world.ts';

/** A build endpoint, or its quote. */
export type Path = '/stake' | '/unstake' | '/withdraw' | '/split' | '/merge' | '/quote';
type Change = Receipt['changes'][number];

/** A wallet of a world, and what its owner does. */
export function createOwner(world: World, wallet: Wallet) {
  const ledger = createLedgerClient(world);
  const build = (path: Path, body: object) => world.post(path, { wallet: wallet.address, ...body });
  const broadcast = (built: Answer) => landBuild(world, wallet, built);
  return {
    build,
    broadcast,
    async stakeNative(amount: string): Promise<string> {
      const built = await build('/stake', { strategy: 'sol-native-stake', amount });
      await broadcast(built);
      return built.body.stakeAccount;
    },
    /** Amount of each token account of the wallet, in base units. */
    async tokens(): Promise<ReadonlyMap<string, bigint>> {
      const by = { programId: TOKEN_PROGRAM_ADDRESS };
      const options = { encoding: 'base64', commitment: 'processed' } as const;
      const { value } = await ledger.rpc
        .getTokenAccountsByOwner(wallet.address as Address, by, options)
        .send();
      return new Map(
        value.map(({ pubkey, account }) => [
          pubkey,
          Buffer.from(account.data[0], 'base64').readBigUInt64LE(64),
        ]),
      );
    },
    /** What an account holds in the asset of a change, in base units; SOL without regard to rent. */
    async holding({ account, asset }: Pick<Change, 'account' | 'asset'>): Promise<bigint> {
      if (asset === 'SOL') {
        // A router may take a stake account over as it is.
        const withdrawer = (await ledger.delegation(account))?.authorized?.withdrawer;
        return (withdrawer ?? wallet.address) === wallet.address ? ledger.balance(account) : 0n;
      }
      const options = { encoding: 'base64', commitment: 'processed' } as const;
      const { value } = await ledger.rpc.getAccountInfo(account as Address, options).send();
      return value === null ? 0n : Buffer.from(value.data[0], 'base64').readBigUInt64LE(64);
    },
  };
}

/** What the owner of a wallet does. */
export type Owner = ReturnType<typeof createOwner>;

const units = ({ baseUnits }: { readonly baseUnits: string }) => BigInt(baseUnits);
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** What the receipt says that each account gains, by account; the wallet's own SOL is among them. */
function listGains({ changes, costs }: Receipt, wallet: string): Map<string, Change & { gain: bigint }> {
  const gains = new Map<string, Change & { gain: bigint }>();
  const own = { account: wallet, direction: 'out', asset: 'SOL', amount: '0', baseUnits: '0', isNew: false };
  for (const change of [own as Change, ...changes]) {
    const before = gains.get(change.account)?.gain ?? 0n;
    const gain = change.direction === 'in' ? units(change) : -units(change);
    gains.set(change.account, { ...change, gain: before + gain });
  }
  const paid = sum(costs.map(units));
  for (const [account, each] of gains) {
    if (account === wallet) gains.set(account, { ...each, gain: each.gain - paid });
    const rent = each.asset === 'SOL' ? costs.find((cost) => cost.account === account) : undefined;
    if (rent !== undefined) gains.set(account, { ...each, gain: each.gain + units(rent) });
  }
  return gains;
}

/**
 * Lands a build and holds its receipt to the ledger: to the base unit where computed, within least where simulated. No token
 * account moves that it does not name.
 */
export async function holdToLedger(owner: Owner, wallet: string, built: Answer): Promise<Receipt> {
  const receipt: Receipt = built.body.receipt;
  const gains = listGains(receipt, wallet);
  const before = new Map<string, bigint>();
  for (const [account, change] of gains) before.set(account, await owner.holding(change));
  const tokens = await owner.tokens();
  await owner.broadcast(built);
  for (const [account, amount] of await owner.tokens())
    if (!gains.has(account))
      assert.equal(amount, tokens.get(account) ?? 0n, `${account} is not in the receipt`);
  const arrived = receipt.changes.find(({ direction }) => direction === 'in');
  for (const [account, change] of gains) {
    const gained = (await owner.holding(change)) - (before.get(account) ?? 0n);
    const isMarket = receipt.basis === 'simulated' && account === arrived?.account;
    if (!isMarket) {
      assert.equal(gained, change.gain, `${account} ${change.asset}: ${JSON.stringify(receipt, null, 1)}`);
      continue;
    }
    const { expected, atLeast } = receipt.receive ?? assert.fail('something arrives');
    // Without a least, nothing may have moved since the simulation.
    const short = atLeast === null ? 0n : units(expected) - units(atLeast);
    assert.ok(gained >= change.gain - short, `${gained} arrive, ${change.gain - short} must`);
    assert.ok(short >= 0n, 'no more than expected is the least');
  }
  return receipt;
}
