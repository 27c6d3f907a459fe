import { base58 } from '@scure/base';
import type { LeveragedRedemption } from '@staking-agent/chain/intent';
import { vaultKeysOf } from '../../vaults/vault-accounts.ts';
import { adaptorAddress, type FlashExit } from './build-flash-exit.ts';

/** States what an exit through a flash loan may hold. */
export function flashIntentOf(
  { wallet, lp, plan, shared, own, leveraged }: FlashExit,
  tables: LeveragedRedemption['tables'],
): LeveragedRedemption {
  const { adaptor, lending, market } = leveraged;
  const key = (account: string): Uint8Array => base58.decode(account);
  return {
    kind: 'leveraged-redemption',
    wallet: key(wallet),
    vault: vaultKeysOf({ ...shared.vault, ...own }),
    strategy: {
      adaptor: key(adaptor.program),
      strategy: key(adaptor.strategy),
      adaptorReceipt: key(shared.adaptorReceipt),
      strategyReceipt: key(shared.strategyReceipt),
      directReceipt: key(shared.directReceipt),
      authority: key(shared.strategyAuthority),
      asset: key(shared.strategyAsset),
      accounts: adaptor.accounts.map((account) => key(adaptorAddress(account, wallet, own))),
      ...(adaptor.arguments !== undefined && { arguments: adaptor.arguments }),
    },
    lending: {
      program: key(lending.program),
      group: key(lending.group),
      bank: key(lending.bank),
      liquidityVault: key(shared.liquidityVault),
      liquidityVaultAuthority: key(shared.liquidityVaultAuthority),
      account: key(own.lendingAccount),
      accountIndex: lending.accountIndex,
      thirdPartyId: lending.thirdPartyId,
    },
    market: {
      program: key(market.program),
      market: key(market.address),
      assetVault: key(market.rasolVault),
      solVault: key(market.solVault),
    },
    solMint: key(shared.solMint),
    userSol: key(own.userSol),
    opens: plan.opens,
    lp,
    loan: plan.loan,
    bought: plan.bought,
    spentAtMost: plan.spentAtMost,
    ownSol: plan.ownSol,
    tables,
  };
}
