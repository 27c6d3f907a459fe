import { decodeKey, encodeBase58 } from '../bytes/base58.ts';
import { findAssociatedTokenAddress } from '../bytes/find-associated-token-address.ts';
import type { Subject } from '../subject.ts';
import type { ExplainedAccount } from '../verification.ts';
import type { VerifyDeployment } from '../verify-deployment.ts';
import { type Asset, findAsset, formatAmount } from './format-amount.ts';

/**
 * Describes a transfer of tokens from an account to itself: it moves nothing and fails when the account holds less.
 *
 * @returns undefined for a transfer to another account.
 */
export function explainRequirement(
  accounts: readonly ExplainedAccount[],
  { amount = '0' }: Readonly<Record<string, string>>,
  { accounts: [wallet], deployment }: Pick<Subject, 'accounts' | 'deployment'>,
): string | undefined {
  const [source, destination] = accounts;
  if (source === undefined || source.address !== destination?.address) return undefined;
  const asset = wallet && findHeld(source.address, wallet, deployment);
  const least = asset === undefined ? `${amount} base units` : formatAmount(BigInt(amount), asset);
  const holder = asset === undefined ? source.address : `the wallet's account ${source.address}`;
  return `Makes sure that ${holder} holds at least ${least} by now, or everything fails; moves nothing.`;
}

/** What an account of the wallet holds, where it is an associated account of a mint that the deployment knows. */
export function findHeld(
  account: string,
  wallet: Uint8Array,
  deployment: VerifyDeployment,
): Asset | undefined {
  const { solMint, usdcMint, rasolMint, rausdcMint, rasolMaxMint } = deployment;
  const mint = [solMint, usdcMint, rasolMint, rausdcMint, rasolMaxMint].find((each) => {
    const key = decodeKey(each);
    return key !== undefined && encodeBase58(findAssociatedTokenAddress(wallet, key)) === account;
  });
  return mint === undefined ? undefined : findAsset(mint, deployment);
}
