import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { decodePool } from '../../builds/decode-pool.ts';
import { toQuantity } from '../../runtime/to-quantity.ts';
import { printQuotient } from '../../yields/receipt-value.ts';
import type { FindHolding, HoldingTerms } from '../holding.ts';
import { printCall } from '../print-call.ts';

/** raSOL of a wallet: worth what the pool holds for it, as of the pool's last update. */
export function createFindHolding(deployment: Deployment): FindHolding {
  const { rasolMint, stakePool } = deployment;
  return async (wallet) => {
    const account = await findAssociatedTokenAddress(wallet, rasolMint);
    return {
      addresses: [account, stakePool.address],
      describe: (read, terms) => {
        const held = decodeTokenAmount(read(account)?.data) ?? 0n;
        if (held === 0n) return [];
        const pool = decodePool(read, deployment);
        const receipt = toQuantity('raSOL', held);
        const body = { strategy: 'sol-liquid-stake', wallet, amount: receipt.amount };
        return [
          {
            strategy: 'sol-liquid-stake',
            id: rasolMint,
            state: 'active',
            receipt,
            value: toQuantity('SOL', lamportsForPoolTokens(pool, held)),
            rate: printQuotient(pool.totalLamports, pool.poolTokenSupply),
            warnings: [],
            next: [
              printCall('unstake', 'Exit at once: the router sells all raSOL for SOL.', {
                ...body,
                kind: 'instant',
              }),
              ...(canSplitOff(pool, held, terms)
                ? [
                    printCall('unstake', 'Exit slowly: all raSOL becomes a stake account that cools down.', {
                      ...body,
                      kind: 'slow',
                    }),
                  ]
                : []),
            ],
          },
        ];
      },
    };
  };
}

/** Checks that pool tokens redeem for at least the minimum delegation, the least that the stake program splits off. */
function canSplitOff(pool: StakePool, tokens: bigint, terms: HoldingTerms): boolean {
  const fee = applyFee(pool.stakeWithdrawalFee, tokens, 'up');
  return terms !== undefined && lamportsForPoolTokens(pool, tokens - fee) >= terms.minimumDelegation;
}
