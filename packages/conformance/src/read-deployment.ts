import type { VerifyDeployment } from '@staking-agent/verify';

type Fields = Readonly<Record<string, unknown>>;

const ADDRESSES = [
  'voteAccount',
  'solMint',
  'usdcMint',
  'rasolMint',
  'rasolMaxMint',
  'rausdcMint',
  'usdcVault',
] as const;

/**
 * Reads the addresses of a file of `deployments/` as the verifier takes them.
 *
 * @throws {TypeError} naming the first address that is missing; whether it is one is for the verifier.
 */
export function readDeployment(file: unknown): VerifyDeployment {
  const fields = Object(file) as Fields;
  for (const name of ADDRESSES) {
    if (typeof fields[name] !== 'string') throw new TypeError(`The deployment names no ${name}.`);
  }
  const { stakePool, routerPrograms } = fields;
  if (stakePool === undefined) throw new TypeError('The deployment names no stakePool.');
  if (!Array.isArray(routerPrograms)) throw new TypeError('The deployment names no routerPrograms.');
  return withRights(fields) as VerifyDeployment;
}

/** Converts an account of the file: rights are absent when there are none, and bytes are hexadecimal. */
function withRights(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRights);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if ('account' in fields) {
    const { account, writable, signer } = fields;
    return { account, isWritable: writable === true, isSigner: signer === true };
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, member]) => [
      name,
      name === 'arguments' ? Uint8Array.from(Buffer.from(String(member), 'hex')) : withRights(member),
    ]),
  );
}
