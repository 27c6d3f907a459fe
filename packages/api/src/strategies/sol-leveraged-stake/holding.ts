import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import type { PositionWarning } from '@staking-agent/wire';
import { decodePool } from '../../builds/decode-pool.ts';
import { isProblemError } from '../../problems/problem-error.ts';
import { toQuantity } from '../../runtime/to-quantity.ts';
import type { FindHolding } from '../holding.ts';
import { printCall } from '../print-call.ts';
import { printLpRate, redeemLp } from '../vaults/redeem-lp.ts';
import { findExitPlace } from './leveraged-accounts.ts';
import { type ExitPlan, planExit } from './plan-exit.ts';
import { decodeExit, type ExitReading, locateExit } from './read-exit.ts';

/** raSOL Max LP of a wallet: worth the raSOL that the vault would pay for it now, in SOL by the pool's last update. */
export function createFindHolding(deployment: Deployment, leveraged: LeveragedDeployment): FindHolding {
  const placing = findExitPlace(deployment, leveraged);
  return async (wallet) => {
    const place = await placing;
    const located = await locateExit(wallet, place);
    return {
      addresses: [deployment.stakePool.address, ...located.addresses],
      describe: (read) => {
        const reading = decodeExit(read, wallet, place, located);
        const { userLp: held = 0n, state, now } = reading.vault;
        if (held === 0n) return [];
        const pool = decodePool(read, deployment);
        const exit = tryExit(held, reading);
        const receipt = toQuantity('raSOLMax', held);
        const price = { worth: pool.totalLamports, of: pool.poolTokenSupply };
        return [
          {
            strategy: 'sol-leveraged-stake',
            id: place.vault.lpMint,
            state: 'active',
            receipt,
            value: toQuantity('SOL', lamportsForPoolTokens(pool, redeemLp(state, held, now))),
            rate: printLpRate(state, now, 'raSOL', price),
            ...('path' in exit && { exitPath: exit.path }),
            warnings: 'path' in exit ? [] : [exit],
            next:
              'path' in exit
                ? [
                    printCall('unstake', 'Exit at once: all raSOL Max is burned for raSOL.', {
                      strategy: 'sol-leveraged-stake',
                      wallet,
                      kind: 'instant',
                      amount: receipt.amount,
                    }),
                  ]
                : [],
          },
        ];
      },
    };
  };
}

function tryExit(lp: bigint, reading: ExitReading): ExitPlan | PositionWarning {
  try {
    return planExit(lp, reading);
  } catch (error) {
    if (!isProblemError(error)) throw error;
    return { code: 'EXIT_NOT_POSSIBLE', detail: error.message };
  }
}
