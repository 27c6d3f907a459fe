import { base58 } from '@scure/base';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { RouterIntent } from '@staking-agent/chain/intent';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import type { Key } from '../request-fields.ts';

/** States what a transaction of the router may do for a wallet. */
export async function routerIntentFor(
  kind: RouterIntent['kind'],
  wallet: Key,
  { solMint, routerPrograms }: Deployment,
): Promise<RouterIntent> {
  return {
    kind,
    wallet: wallet.bytes,
    wrappedSolAccount: base58.decode(await findAssociatedTokenAddress(wallet.text, solMint)),
    programs: routerPrograms.map((program) => base58.decode(program)),
  };
}
