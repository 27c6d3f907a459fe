import type { Address } from '@solana/kit';
import { isAddressText, toFields } from './adaptor.ts';
import { type LeveragedDeployment, parseLeveragedDeployment } from './leveraged-deployment.ts';
import { type ProgramVersion, parseProgramVersions } from './program-version.ts';
import { parseUsdcStrategies, type UsdcStrategies } from './usdc-strategies.ts';

export type { Adaptor, AdaptorAccount } from './adaptor.ts';
export {
  type FlashDeployment,
  type FlashPart,
  hasFlashParts,
  isWhole,
  type LeveragedDeployment,
  type LeveragedWalletAccount,
  listLackingParts,
  type WholeDeployment,
} from './leveraged-deployment.ts';
export type { ProgramVersion } from './program-version.ts';
export type { UsdcStrategies, UsdcWalletAccount } from './usdc-strategies.ts';

/** The on-chain addresses one deployment of the service stands on. */
export type Deployment = {
  /** A name for logs: `mainnet`, `sandbox`. */
  readonly name: string;
  /** Genesis hash of the ledger, base58: nodes of another one are not asked. Not checked where it is absent. */
  readonly genesisHash?: string;
  /** Vote account of the operator's validator, which native stake is delegated to. */
  readonly voteAccount: Address;
  /** Wrapped SOL; stands for SOL wherever a mint is due. */
  readonly solMint: Address;
  readonly usdcMint: Address;
  /** raSOL, the liquid receipt, 9 decimals. */
  readonly rasolMint: Address;
  /** raSOL Max LP, the leveraged receipt, 9 decimals. */
  readonly rasolMaxMint: Address;
  /** raUSDC, the vault receipt, 9 decimals although USDC has 6. */
  readonly rausdcMint: Address;
  /** The USDC vault. */
  readonly usdcVault: Address;
  /** What the USDC vault lends to; without it, exits beyond its idle funds are the provider's. */
  readonly usdcStrategies?: UsdcStrategies;
  /** The pool whose token is raSOL; what raSOL is worth is read there. */
  readonly stakePool: { readonly program: Address; readonly address: Address };
  /** The router's Reserve, which pays SOL for stake accounts at once; checked and watched where it is named. */
  readonly reserve?: { readonly program: Address; readonly address: Address };
  /** Programs beyond the ledger's own that a transaction of the swap router may invoke. */
  readonly routerPrograms: readonly Address[];
  /** Versions of programs that this file was made for; a program that is another one now is warned of. */
  readonly programs?: ReadonlyMap<Address, ProgramVersion>;
  /** What leveraged staking stands on; without it the strategy is announced only. */
  readonly leveraged?: LeveragedDeployment;
};

const ADDRESS_FIELDS = [
  'voteAccount',
  'solMint',
  'usdcMint',
  'rasolMint',
  'rasolMaxMint',
  'rausdcMint',
  'usdcVault',
] as const satisfies readonly (keyof Deployment)[];

/** Reads an account by its address and its program. */
function parsePlace(path: string) {
  return (value: unknown, faults: string[]): { readonly program: Address; readonly address: Address } => {
    const { program, address } = toFields(value);
    for (const [part, text] of Object.entries({ program, address })) {
      if (!isAddressText(text)) faults.push(`${path}.${part} must be a base58 address of 32 bytes`);
    }
    return Object.freeze({ program: program as Address, address: address as Address });
  };
}

/** What a deployment may do without, and how each is read. */
const PARTS = {
  reserve: parsePlace('reserve'),
  programs: parseProgramVersions,
  usdcStrategies: parseUsdcStrategies,
  leveraged: parseLeveragedDeployment,
} as const satisfies Partial<Record<keyof Deployment, (value: unknown, faults: string[]) => unknown>>;

/**
 * Reads a deployment from parsed JSON.
 *
 * @param value - the parsed content of a deployment file.
 * @throws {Error} naming every field that is missing or is not a base58 address.
 */
export function parseDeployment(value: unknown): Deployment {
  const fields: Record<string, unknown> = Object(value);
  const faults = ADDRESS_FIELDS.filter((field) => !isAddressText(fields[field])).map(
    (field) => `${field} must be a base58 address of 32 bytes`,
  );
  const name = fields['name'];
  if (typeof name !== 'string' || name === '') faults.unshift('name must be a non-empty string');
  const stakePool = parsePlace('stakePool')(fields['stakePool'], faults);
  const routerPrograms = fields['routerPrograms'];
  if (!Array.isArray(routerPrograms) || !routerPrograms.every(isAddressText)) {
    faults.push('routerPrograms must be a list of base58 addresses');
  }
  const genesisHash = fields['genesisHash'];
  if (genesisHash !== undefined && !isAddressText(genesisHash)) {
    faults.push('genesisHash must be base58 of 32 bytes');
  }
  const parts = Object.entries(PARTS).flatMap(([part, parse]) =>
    fields[part] === undefined ? [] : [[part, parse(fields[part], faults)]],
  );
  if (faults.length > 0) throw new Error(`Deployment file: ${faults.join('; ')}.`);
  return Object.freeze({
    name,
    stakePool,
    routerPrograms,
    ...(genesisHash !== undefined && { genesisHash }),
    ...Object.fromEntries(parts),
    ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, fields[field]])),
  }) as Deployment;
}
