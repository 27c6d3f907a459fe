import type { Address, EncodedAccount } from '@solana/kit';
import { MAX_PROCESSING_AGE } from '../../vm/blocks.ts';
import { replaceBlockhash } from '../../vm/decoded-transaction.ts';
import { verifySignatures } from '../../vm/verify-signatures.ts';
import { type AccountFormat, encodeAccount, readAccountFormat } from '../encoding/account.ts';
import { encodeSimulation } from '../encoding/execution-result.ts';
import { decodeWireTransaction } from '../encoding/wire-transaction.ts';
import type { Method } from '../method.ts';
import type { NodeView } from '../node-view.ts';
import {
  type Config,
  configAt,
  invalidType,
  isConfig,
  readFlag,
  requireText,
  toAddress,
  toTexts,
} from '../params.ts';
import { requireLoadedTransaction, type Simulation, simulateChecked } from '../preflight.ts';
import { invalidParams } from '../rpc-error.ts';
import { signatureFailure } from './send-transaction.ts';

/**
 * Runs a transaction without keeping anything, by agave `rpc.rs` `simulate_transaction`. A failing
 * transaction is a normal answer; only what cannot be simulated at all is an error.
 */
export const simulateTransaction: Method = (params, node) => {
  const text = requireText(params, 0);
  const config = configAt(params, 1);
  const sigVerify = readFlag(config, 'sigVerify');
  const replaces = readFlag(config, 'replaceRecentBlockhash');
  const innerInstructions = readFlag(config, 'innerInstructions');
  if (sigVerify && replaces) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');

  const received = decodeWireTransaction(text, config);
  return node.answer(config, (block) => {
    const { blockhash } = block;
    const decoded = replaces ? replaceBlockhash(received, blockhash) : received;
    const loaded = requireLoadedTransaction(decoded, node.ledger);
    if (sigVerify && !verifySignatures(decoded)) throw signatureFailure();
    const requested = readRequestedAccounts(config, loaded.accounts.length);
    const simulation = simulateChecked(loaded, block, node.ledger);
    return encodeSimulation(simulation.result, simulation.ran ? loaded.loadedAddresses : null, {
      innerInstructions,
      accounts: requested && encodeRequested(requested, loaded.accounts, simulation, node),
      replacementBlockhash: replaces
        ? { blockhash, lastValidBlockHeight: block.height + MAX_PROCESSING_AGE }
        : undefined,
    });
  });
};

type Requested = { readonly addresses: readonly Address[]; readonly format: AccountFormat };

function readRequestedAccounts(config: Config, limit: number): Requested | undefined {
  const accounts = config['accounts'] ?? undefined;
  if (accounts === undefined) return undefined;
  if (!isConfig(accounts)) throw invalidType(accounts, 'struct RpcSimulateTransactionAccountsConfig');
  const format = readAccountFormat(accounts, 'base64');
  if (format.encoding === 'binary' || format.encoding === 'base58') {
    throw invalidParams('base58 encoding not supported');
  }
  const texts = toTexts(accounts['addresses'] ?? [], Number.MAX_SAFE_INTEGER);
  if (texts.length > limit) throw invalidParams(`Too many accounts provided; max ${limit}`);
  return { addresses: texts.map(toAddress), format };
}

function encodeRequested(
  { addresses, format }: Requested,
  accounts: readonly Address[],
  { result, accounts: after }: Simulation,
  { ledger }: NodeView,
): (object | null)[] {
  if (result.err !== null) return addresses.map(() => null);
  const changed = new Map<Address, EncodedAccount | undefined>(
    accounts.map((address, index) => [address, after[index]]),
  );
  return addresses.map((address) => {
    const account = changed.has(address) ? changed.get(address) : ledger.findAccount(address);
    return encodeAccount(account, format, ledger.findAccount);
  });
}
