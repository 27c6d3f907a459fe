import {
  INFINITY_PROGRAM,
  JUPITER_PROGRAM,
  MARKET_PROGRAM,
  STAKEDEX_PROGRAM,
  VAULT_PROGRAM,
} from '../bytes/address.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import {
  type DeploymentKeys,
  deploymentKeys,
  findRequestAccounts,
  type VerifyDeployment,
} from '../deployment.ts';
import { type Call, readCall } from '../programs/instruction-format.ts';
import {
  DEPOSIT_VAULT,
  DIRECT_WITHDRAW_STRATEGY,
  INSTANT_WITHDRAW_STRATEGY,
  INSTANT_WITHDRAW_VAULT,
  REQUEST_WITHDRAW_VAULT,
  VAULT,
} from '../programs/vault.ts';
import { type BoundedIntent, isOfVault, type Step } from './intent.ts';
import {
  type FixedAccount,
  readInfinitySwap,
  readJupiterSwap,
  readMarketSwap,
  readStakedexSwap,
  readStakePoolSwap,
  type Swap,
} from './swaps.ts';

/**
 * Reads an instruction of a program beyond the ledger's own.
 *
 * The vault program belongs to the intents of the vault only, and all others to the deployment's list of the router's.
 *
 * @returns undefined for a program that is not listed, and for an instruction of it that is not known.
 */
export function readSwap(
  step: Step,
  intent: BoundedIntent,
  deployment: VerifyDeployment,
): VaultCall | undefined {
  const keys = deploymentKeys(deployment);
  if (isOfVault(intent))
    return isSame(step.program, VAULT_PROGRAM) ? readVaultCall(step, keys, intent) : undefined;
  if (!deployment.routerPrograms.includes(encodeAddress(step.program))) return undefined;
  const swap = readRouterSwap(step, intent.wallet, deployment);
  return swap && { part: 'swap', swap };
}

/** Reads an instruction of the router's programs; undefined for one that is not known. */
export function readRouterSwap(
  step: Step,
  wallet: Uint8Array,
  deployment: VerifyDeployment,
): Swap | undefined {
  const keys = deploymentKeys(deployment);
  const { program } = step;
  if (isSame(program, keys.stakePool.program)) return readStakePoolSwap(step, keys, wallet);
  if (isSame(program, MARKET_PROGRAM)) return readMarketSwap(step);
  if (isSame(program, JUPITER_PROGRAM)) return readJupiterSwap(step);
  if (isSame(program, STAKEDEX_PROGRAM)) return readStakedexSwap(step, keys);
  return isSame(program, INFINITY_PROGRAM) ? readInfinitySwap(step) : undefined;
}

/** An instruction of a listed program, and its part in the transaction. */
export type VaultCall = {
  readonly part: 'swap' | 'request' | 'redeem';
  readonly swap: Swap;
};

const PARTS: Readonly<Record<string, VaultCall['part']>> = {
  [DEPOSIT_VAULT.name]: 'swap',
  [INSTANT_WITHDRAW_VAULT.name]: 'swap',
  [INSTANT_WITHDRAW_STRATEGY.name]: 'swap',
  [REQUEST_WITHDRAW_VAULT.name]: 'request',
  [DIRECT_WITHDRAW_STRATEGY.name]: 'redeem',
};

const ADAPTOR_BYTES_LIMIT = 64;

/** Reads a deposit into, or a withdrawal from, the vault of the deployment; undefined for anything else. */
function readVaultCall(step: Step, keys: DeploymentKeys, intent: BoundedIntent): VaultCall | undefined {
  const call = readCall(VAULT, step);
  const part = call && PARTS[call.name];
  const terms = call && termsOfCall(call, intent);
  if (call === undefined || part === undefined || terms === undefined) return undefined;
  const { name, account, takes } = call;
  const [asset, escrow] = ['user asset account', 'escrow account'];
  const lp = takes('user LP account') ? 'user LP account' : escrow;
  const paid = takes(asset) ? asset : escrow;
  const [source, destination] = name === DEPOSIT_VAULT.name ? [asset, lp] : [lp, paid];
  return {
    part,
    swap: {
      name,
      authority: account('user'),
      source: account(source),
      destinations: [account(destination)],
      ...terms,
      fixed: listFixedAccounts(call, keys, intent),
    },
  };
}

// By asset, the amount paid bounds what is burned.
function termsOfCall(
  { amount: getAmount, value }: Call,
  { isAll }: BoundedIntent,
): { readonly most: Swap['most']; readonly minimum: Swap['minimum'] } | undefined {
  const minimum = { by: 'vault-rate' } as const;
  const adaptorBytes = value('user arguments');
  if (adaptorBytes instanceof Uint8Array && adaptorBytes.length > ADAPTOR_BYTES_LIMIT) return undefined;
  const amount = getAmount('amount');
  if (amount === undefined) return { most: 'everything', minimum };
  const isInLp = value('is amount in LP');
  if (isInLp === undefined) return { most: amount, minimum };
  if (value('is withdraw all') !== isAll) return undefined;
  if (isAll) return { most: 'everything', minimum };
  return isInLp ? { most: amount, minimum } : { most: 0n, minimum: amount };
}

function listFixedAccounts(
  { account, takes }: Call,
  keys: DeploymentKeys,
  intent: BoundedIntent,
): readonly FixedAccount[] {
  const { receipt, escrow } = findRequestAccounts(intent, keys);
  const due: readonly (readonly [string, Uint8Array])[] = [
    ['vault', keys.usdcVault().vault],
    ['LP mint', intent.rausdc.mint],
    ['user LP account', intent.rausdc.account],
    ['user asset account', intent.usdc.account],
    ['escrow account', escrow],
    ['request receipt', receipt],
  ];
  return due.flatMap(([role, key]) =>
    takes(role) ? [{ role: `the ${role}`, actual: account(role), due: key }] : [],
  );
}
