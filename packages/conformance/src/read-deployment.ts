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
  const fields: Fields = Object(file);
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
  if (!hasFields(value)) return value;
  if ('account' in value) {
    const { account, writable, signer } = value;
    return { account, isWritable: writable === true, isSigner: signer === true };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'arguments' ? Uint8Array.from(Buffer.from(String(member), 'hex')) : withRights(member),
    ]),
  );
}

function hasFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
