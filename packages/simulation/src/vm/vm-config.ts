import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, listSecrets, loadConfig } from '../../../api/src/config/config.ts';

const DEPLOYMENT = join(import.meta.dirname, '../../../../deployments/sandbox.json');
const NODE_KEYS = ['0c6f5b1e2a9d4873', '7e1d90a3c5b24f68'] as const;

const key = (byte: number) => `key${byte}:${Buffer.alloc(32, byte).toString('base64')}`;

/**
 * What a service of this world is configured with: every upstream by a name that nothing resolves, every secret a text
 * that stands nowhere else.
 *
 * @param nodes - RPC endpoints, one or two; each has a key in its path.
 * @param asksProvider - whether it knows no strategy of the USDC vault, so that the vault provider builds exits.
 */
export function readVmConfig(nodes: number, asksProvider: boolean): Config {
  return loadConfig(
    {
      DEPLOYMENT,
      LEDGER_RPC_URLS: NODE_KEYS.slice(0, nodes)
        .map((secret, i) => `http://node${i}.invalid/${secret}`)
        .join(','),
      ROUTER_URL: 'http://router.invalid',
      ROUTER_API_KEY: 'router-key-of-this-world',
      VAULT_API_URL: 'http://vault.invalid',
      APY_VALIDATOR_URL: 'http://apy.invalid',
      SERVICE_TOKEN_KEYS: key(7),
      PARTNER_KEY_SECRETS: key(9),
      RATE_LIMITS: 'off',
      CONSOLE: 'off',
      LOG_LEVEL: 'info',
      DATA_DIR: 'nowhere',
    },
    {
      readText: (path) => {
        const { usdcStrategies, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
        return JSON.stringify(asksProvider ? rest : { ...rest, usdcStrategies });
      },
      developmentKey: (_, file) => {
        throw new Error(`${file} is configured.`);
      },
    },
  );
}

/** What no answer and no line of a log may hold. */
export function listVmSecrets(config: Config): readonly string[] {
  return listSecrets(config).filter((secret) => secret !== '');
}
