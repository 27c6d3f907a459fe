import type { ClientOptions } from '../client-options.ts';
import type { Verify } from '../verify/verify-build.ts';
import { assertChecked } from './assert-checked.ts';

/** Creates the verification of a client's builds; undefined with `deployment: false`. */
export function createVerify({ deployment = 'mainnet', rpc, fetch }: ClientOptions): Verify | undefined {
  if (deployment === false) return undefined;
  return async (id, request, build, policy, signal) => {
    const { verifyBuild } = await import('../verify/verify-build.ts');
    const checked = await verifyBuild(id, request, build, { deployment, rpc, policy, fetch, signal });
    assertChecked(checked, policy);
    return checked;
  };
}
