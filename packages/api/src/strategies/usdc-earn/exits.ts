import type { Way } from '../exit-draft.ts';
import type { AmountScene } from '../exit-scene.ts';
import type { ExitSource } from '../exit-source.ts';
import { printCall } from '../print-call.ts';
import { readReceived } from '../tried-build.ts';
import { askLeast, tryWay } from '../try-way.ts';

/** Finds the way out of the USDC vault. */
async function find(scene: AmountScene): Promise<readonly Way[]> {
  const { wallet, amount, isAll } = scene;
  const body = {
    strategy: 'usdc-earn',
    wallet,
    kind: 'instant',
    ...(isAll ? { isWithdrawAll: true } : { amount }),
  };
  return [
    await tryWay('instant', body, scene, ({ receipt }, least) => ({
      transactions: 1,
      asset: 'USDC',
      expected: readReceived(receipt).expected,
      atLeast: least,
      costs: receipt.costs,
      availableAt: null,
      next: [printCall('unstake', 'Withdraws USDC, at once.', { ...body, ...askLeast('USDC', least) })],
    })),
  ];
}

/** The way out of the vault; what leaves is named in what it pays. */
export const exits: ExitSource = {
  takes: 'amount',
  asset: 'USDC',
  askAll: { isWithdrawAll: true },
  find,
};
