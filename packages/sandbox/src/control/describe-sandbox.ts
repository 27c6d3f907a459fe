import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../vm/epoch-schedule.ts';
import { TENANTS } from '../world/tenants.ts';
import type { ControlledSandbox } from './controlled-sandbox.ts';
import { describeFaults } from './set-fault.ts';

/**
 * Describes the sandbox: addresses, time, limits, and how to change them.
 *
 * @param url - how the caller reached the sandbox.
 */
export async function describeSandbox(sandbox: ControlledSandbox, url: string): Promise<object> {
  const { ledger } = sandbox;
  const { slot, height } = ledger.blocks.tip();
  const epoch = getEpoch(slot);
  return {
    rpcUrl: url,
    webSocketUrl: url.replace('http', 'ws'),
    routerUrl: `${url}/router`,
    vaultUrl: url,
    apyUrl: `${url}/apy`,
    deployment: ledger.deployment,
    slot: slot.toString(),
    blockHeight: height.toString(),
    epoch: epoch.toString(),
    slotIndex: (slot - getFirstSlot(epoch)).toString(),
    slotsInEpoch: SLOTS_PER_EPOCH.toString(),
    ...Object.assign({}, ...TENANTS.map((tenant) => tenant.describe(ledger))),
    requests: {
      router: sandbox.requests.router.describe(),
      vault: sandbox.requests.vault.describe(),
      apy: sandbox.requests.apy.describe(),
    },
    faults: describeFaults(sandbox),
    controls: {
      'POST /sandbox/fund': { wallet: '<address>', sol: '10', usdc: '100' },
      'POST /sandbox/wallets': { sol: '10', usdc: '100' },
      'POST /sandbox/sign': { wallet: '<address>', transaction: '<base64>', as: 'phantom' },
      'POST /sandbox/advance-epoch': { epochs: 1, updatePool: true },
      'POST /sandbox/advance-slots': { slots: 160 },
      'POST /sandbox/faults': { upstream: 'ledger', mode: '429', count: 3 },
    },
  };
}
