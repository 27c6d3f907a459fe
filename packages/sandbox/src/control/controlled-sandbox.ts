import type { Faults } from '../faults/faults.ts';
import type { RequestLog } from '../stand-ins/router/request-log.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import type { WalletKeys } from './wallet-keys.ts';

/** What `/sandbox` can reach. */
export type ControlledSandbox = {
  readonly ledger: SandboxLedger;
  /** Wallets of people who have none at hand. */
  readonly wallets: WalletKeys;
  /** Fault switches of the upstreams that run. */
  readonly faults: Readonly<Record<'ledger' | 'router' | 'vault' | 'apy', Faults>>;
  /** What the swap router, the vault provider and the source of validators' yields have been asked. */
  readonly requests: Readonly<Record<'router' | 'vault' | 'apy', RequestLog>>;
};
