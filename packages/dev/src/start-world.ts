import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createKeyPairFromPrivateKeyBytes,
  generateKeyPair,
  getAddressFromPublicKey,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit';
import { type RuntimeParts, type Service, startService } from '@staking-agent/api';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { type Sandbox, type SandboxOptions, startSandbox } from '@staking-agent/sandbox';

/** Parts of the service's clock; the system's for what is left out. */
export type ServiceClock = NonNullable<RuntimeParts['clock']>;

/** A sandbox and the service on it, in one process, meeting over loopback. */
export type World = { readonly sandbox: Sandbox; readonly service: Service; close(): Promise<boolean> };

/**
 * Starts a sandbox, then the service on it; the service listens once the world has reached the present.
 *
 * @param options - of the sandbox; port 0 is any free port. Past epochs are run with the service connected, so that it
 *   captures the yield of each.
 * @param environment - variables of the service; those that point at the sandbox are added. SANDBOX_PROGRAMS_DIR is the
 *   sandbox's own: the folder of real program binaries.
 * @param parts - of the service's runtime, in place of the machine's.
 */
export async function startWorld(
  options: Omit<SandboxOptions, 'deployment' | 'host' | 'programsDirectory'>,
  environment: Readonly<Record<string, string | undefined>>,
  parts: Pick<RuntimeParts, 'clock' | 'store'> = {},
): Promise<World> {
  const deployment = parseDeployment(JSON.parse(readFileSync(SANDBOX_DEPLOYMENT, 'utf8')));
  const programsDirectory = environment['SANDBOX_PROGRAMS_DIR'];
  const sandbox = await startSandbox({
    deployment,
    ...options,
    ...(programsDirectory && { programsDirectory }),
  });
  try {
    const variables = { ...sandboxEnvironment(sandbox), ...environment };
    const service = await startService(variables, parts, async ({ captureYield }) => {
      for (let left = options.epochsBehind ?? 0; left > 0; left -= 1) {
        await captureYield();
        sandbox.ledger.advanceEpochs(1);
      }
      await captureYield();
    });
    return {
      sandbox,
      service,
      async close() {
        const isClosed = await service.close();
        await sandbox.close();
        return isClosed;
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** The file of addresses the sandbox is seeded at. */
export const SANDBOX_DEPLOYMENT = join(import.meta.dirname, '../../../deployments/sandbox.json');

/** The variables that point a service at a sandbox. */
export function sandboxEnvironment({ url }: Pick<Sandbox, 'url'>) {
  return {
    DEPLOYMENT: SANDBOX_DEPLOYMENT,
    LEDGER_RPC_URLS: url,
    ROUTER_URL: `${url}/router`,
    ROUTER_API_KEY: 'sandbox',
    VAULT_API_URL: url,
    APY_VALIDATOR_URL: `${url}/apy`,
    SANDBOX_URL: `${url}/sandbox`,
  };
}

/** A key pair of a user. */
export type Wallet = {
  /** Base58. */
  readonly address: string;
  /** Signs base64 transaction bytes and returns base64 bytes. */
  sign(transaction: string): Promise<string>;
};

/**
 * Creates a key that signs as a wallet does: it fills its own signature slot and changes nothing else.
 *
 * @param privateKey - 32 bytes; a fresh key unless given.
 */
export async function createWallet(privateKey?: Uint8Array): Promise<Wallet> {
  const keyPair = await (privateKey === undefined
    ? generateKeyPair()
    : createKeyPairFromPrivateKeyBytes(privateKey));
  return {
    address: await getAddressFromPublicKey(keyPair.publicKey),
    async sign(transaction) {
      const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
      return getBase64EncodedWireTransaction(await partiallySignTransaction([keyPair], decoded));
    },
  };
}
