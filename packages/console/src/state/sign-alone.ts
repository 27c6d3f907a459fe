import { getSession } from './session.ts';
import { NotAlone } from './under-way.ts';

/**
 * Does what signs and sends, unless another tab of this deployment is at it: two tabs of one wallet do not pay twice. Where
 * the browser has no locks, as beside `https` and `localhost`, other tabs learn of it from the signature on.
 *
 * @throws {NotAlone} where another tab is at it; nothing was done.
 */
export async function signAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return await work();
  return await locks.request(`staking-console ${getSession().root}`, { ifAvailable: true }, async (lock) => {
    if (lock === null)
      throw new NotAlone('Another tab of this console asks its wallet, or sends: nothing was signed.');
    return await work();
  });
}
