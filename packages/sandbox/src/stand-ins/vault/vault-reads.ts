import {
  getRequestWithdrawVaultReceiptDecoder,
  getVaultError,
  previewDeposit,
  redeemableValue,
  type VaultRefusal,
} from '@staking-agent/chain/vault';
import type { Fault } from '../../faults/faults.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { type Fields, requireAmount, requireKey } from './read-fields.ts';
import { badRequest } from './vault-error.ts';
import { sharePriceAt } from './vault-history.ts';
import { describeApy, describeVault } from './vault-record.ts';
import { findUserAccounts, getSharePrice, readTokens, readVaultView } from './vault-view.ts';

/** What a read may look at: path parameters and the query, by name. */
export type Read = (ledger: SandboxLedger, fields: Fields, fault: Fault | undefined) => object;

const ASSET_DECIMALS = 6;

/** Reads of one vault by the rest of their path; each answers what goes beside `success`. */
export const VAULT_READS: Readonly<Record<string, Read>> = {
  '': (ledger, _fields, fault) => ({ vault: describeVault(ledger, readVaultView(ledger), fault) }),
  '/apy': (_ledger, _fields, fault) => ({ data: describeApy(fault) }),
  '/share-price': (ledger, { ts }) => {
    const view = readVaultView(ledger);
    const totalValue = Number(view.state.totalValue);
    if (ts === undefined) return { data: { sharePrice: getSharePrice(view), totalValue } };
    const seconds = Number(requireAmount(ts, 'ts'));
    if (seconds > Number(view.now)) badRequest('Invalid ts: must not be in the future');
    return { data: { sharePrice: sharePriceAt(view, seconds), totalValue } };
  },
  '/lp-supply': (ledger) => ({ data: { lpSupply: Number(readVaultView(ledger).state.lpMintSupply) } }),
  '/simulate-deposit': (ledger, { amount }) => {
    const view = readVaultView(ledger);
    const deposit = previewDeposit(view.state, {
      ...view,
      amount: requireAmount(amount, 'amount'),
      assetDecimals: ASSET_DECIMALS,
    });
    return { data: { estimatedLpAmount: Number(requireOk(deposit).lpMinted) } };
  },
  '/simulate-withdraw': (ledger, { amount }) => {
    const { state, now } = readVaultView(ledger);
    const value = redeemableValue(state, requireAmount(amount, 'amount'), now);
    return { data: { estimatedAssetAmount: Number(requireOk(value).asset) } };
  },
  '/user/:wallet/balance': (ledger, { wallet }) => {
    const { state, now } = readVaultView(ledger);
    const { lp } = findUserAccounts(ledger, requireKey(wallet, 'wallet'));
    const value = redeemableValue(state, readTokens(ledger, lp), now);
    return { data: { userAssetAmount: value.ok ? Number(value.asset) : 0 } };
  },
  '/user/:wallet/pending-withdrawal': (ledger, { wallet }) => {
    const { receipt } = findUserAccounts(ledger, requireKey(wallet, 'wallet'));
    const account = ledger.findAccount(receipt);
    if (account === undefined) return { data: null };
    const { amountLpEscrowed, withdrawableFromTs } = getRequestWithdrawVaultReceiptDecoder().decode(
      account.data,
    );
    const { state, now } = readVaultView(ledger);
    const value = redeemableValue(state, amountLpEscrowed, now);
    return {
      data: {
        amountAtPresent: value.ok ? Number(value.asset) : 0,
        withdrawableFromTs: Number(withdrawableFromTs),
      },
    };
  },
};

function requireOk<T extends { readonly ok: true }>(result: T | VaultRefusal): T {
  return result.ok ? result : badRequest(getVaultError(result.code)?.name ?? 'InsufficientFunds');
}
