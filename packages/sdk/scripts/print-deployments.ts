import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';

/**
 * Prints the addresses that the package pins, by the name of their file.
 *
 * @param files - parsed deployment files.
 */
export function printDeployments(files: readonly unknown[]): string {
  const pinned = files
    .map(parseDeployment)
    .map(
      ({ name, ...rest }) =>
        `/** The addresses of ${name}. */\nexport const ${name}: Deployment = ${print(rest)};\n`,
    );
  return [
    '// Printed from the files in deployments by `npm run generate`: what is verified against, no server can change.\n\n',
    "import type { Deployment } from '../deployments/deployment.ts';\n\n",
    pinned.join('\n'),
  ].join('');
}

type Pinned = Omit<Deployment, 'name'>;

/** What a proof reads, and the ledger that nodes are held to; versions are for operators. */
function print({ programs: _, usdcStrategies, ...pinned }: Pinned): string {
  return printValue({
    ...pinned,
    ...(usdcStrategies !== undefined && { usdcStrategies: { adaptors: usdcStrategies.adaptors } }),
  });
}

function printValue(value: unknown): string {
  if (value instanceof Uint8Array) return `Uint8Array.of(${[...value].join(', ')})`;
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${printValue(member)}`)
    .join(', ')} }`;
}
