import { base58 } from '@scure/base';
import { AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import {
  getDirectWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
  getRequestWithdrawVaultInstruction,
  redeemableValue,
} from '@staking-agent/chain/vault';
import { createBuildCorruptor } from '../../../malicious/vault.ts';
import type { Fault } from '../../faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { readTokens } from '../../vm/token-balances.ts';
import type { LentStrategy } from '../../world/places.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import type { Draft } from '../router/order.ts';
import { compileOrder } from '../router/order-token.ts';
import { badRequest, StandInError } from '../stand-in.ts';
import {
  assertIsKey,
  type Fields,
  findFlag,
  findUserAccounts,
  readVaultView,
  requireAmount,
  requireKey,
  type UserAccounts,
} from './vault-view.ts';

/** Compute units a transaction of the provider may use. */
const UNITS = 200_000;
const MEMO_PROGRAM_ADDRESS = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/**
 * Answers `POST /vault/{vault}/direct-withdraw`, honestly or as an injected fault has it.
 *
 * @param memo - the origin of the request, which the provider writes into the transaction.
 * @throws {StandInError} 400 for what does not fit.
 */
export type WithdrawDirectly = (
  body: Fields,
  fault: Fault | undefined,
  memo: string | undefined,
) => Promise<{ readonly transaction: string }>;

/** Starts with the first way to harm a wallet. */
export function createDirectWithdrawals(node: NodeView): WithdrawDirectly {
  const { ledger } = node;
  const corruptor = createBuildCorruptor();

  const draftDouble = (body: Fields): Draft | undefined => {
    const amount = body['lamportAmount'];
    if (typeof amount !== 'string' || body['isWithdrawAll'] === true) return undefined;
    try {
      return draftWithdrawal(ledger, { ...body, lamportAmount: (BigInt(amount) * 2n).toString() });
    } catch (error) {
      if (error instanceof StandInError) return undefined;
      throw error;
    }
  };

  return async (body, fault, memo) => {
    const draft = draftWithdrawal(ledger, body);
    const instructions = memo === undefined ? draft.instructions : [...draft.instructions, createNote(memo)];
    const corrupted =
      fault?.mode === 'malicious'
        ? await corruptor({ ...draft, instructions }, ledger, {
            variant: fault.variant,
            doubled: draftDouble(body),
          })
        : undefined;
    const honest = { feePayer: draft.wallet, instructions, units: draft.units };
    const { bytes } = compileOrder({ ...honest, ...corrupted }, node);
    return {
      transaction: fault?.mode === 'base64' ? Buffer.from(bytes).toString('base64') : base58.encode(bytes),
    };
  };
}

/** Pays from the idle funds, or by a request that one strategy pays in the same transaction. */
function draftWithdrawal(ledger: SandboxLedger, body: Fields): Draft {
  const { user, accounts, common } = read(ledger, body);
  const isWithdrawAll = findFlag(body['isWithdrawAll'], 'isWithdrawAll');
  if (isWithdrawAll === undefined) badRequest('Missing required field: isWithdrawAll');
  const given = requireAmount(body['lamportAmount'], 'lamportAmount');
  if (!isWithdrawAll && given === 0n) badRequest('Invalid amount: lamportAmount must be above zero');
  const asset = isWithdrawAll ? worthOfAll(ledger, accounts) : given;
  // The program refuses zero even where it does not look at the amount.
  const how = { amount: isWithdrawAll ? 1n : given, isAmountInLp: false, isWithdrawAll };
  const { idle, lentTo } = readVaultView(ledger);
  const open = createAccount(user, user, accounts.asset, ledger.vault.assetMint);
  const draft = { wallet: user, units: UNITS, output: 'token', tokenAccount: accounts.asset } as const;
  if (asset <= idle) {
    return { ...draft, instructions: [open, getInstantWithdrawVaultInstruction({ ...common, ...how })] };
  }
  const place = ledger.vault.strategies.find((_each, index) => asset <= (lentTo[index] ?? 0n));
  if (place === undefined) badRequest('Insufficient liquidity in the vault for an instant withdrawal');
  const escrow = createAccount(user, accounts.receipt, accounts.escrow, ledger.vault.lpMint);
  const request = getRequestWithdrawVaultInstruction({ ...common, payer: createNoopSigner(user), ...how });
  return { ...draft, instructions: [open, escrow, request, withdrawFromStrategy(place, common)] };
}

function read(ledger: SandboxLedger, body: Fields) {
  const { vault } = ledger;
  const user = requireKey(body['userPubkey'], 'userPubkey');
  assertIsKey(body['assetMint'], 'assetMint', vault.assetMint);
  assertIsKey(body['assetTokenProgram'], 'assetTokenProgram', TOKEN_PROGRAM_ADDRESS);
  const accounts = findUserAccounts(ledger, user);
  const common = {
    userTransferAuthority: createNoopSigner(user),
    protocol: vault.protocol,
    vault: vault.vault,
    vaultAssetMint: vault.assetMint,
    vaultLpMint: vault.lpMint,
    vaultLpMintAuth: vault.lpMintAuth,
    vaultAssetIdleAta: vault.idleAta,
    vaultAssetIdleAuth: vault.idleAuth,
    userAssetAta: accounts.asset,
    userLpAta: accounts.lp,
    requestWithdrawLpAta: accounts.escrow,
    requestWithdrawVaultReceipt: accounts.receipt,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
  return { user, accounts, common };
}

function worthOfAll(ledger: SandboxLedger, { lp }: UserAccounts): bigint {
  const { state, now } = readVaultView(ledger);
  const value = redeemableValue(state, readTokens(ledger, lp), now);
  return value.ok ? value.asset : 0n;
}

function withdrawFromStrategy(place: LentStrategy, common: ReturnType<typeof read>['common']): Instruction {
  const { accounts, ...instruction } = getDirectWithdrawStrategyInstruction({
    ...common,
    adaptorAddReceipt: place.adaptorReceipt,
    strategyInitReceipt: place.strategyReceipt,
    directWithdrawInitReceipt: place.directReceipt,
    strategy: place.strategy,
    vaultStrategyAuth: place.strategyAuth,
    vaultStrategyAssetAta: place.strategyAta,
    adaptorProgram: place.adaptorProgram,
    userArgs: null,
  });
  const own = [place.liquidity, place.position].map((address) => ({ address, role: AccountRole.WRITABLE }));
  return { ...instruction, accounts: [...accounts, ...own] };
}

function createAccount(payer: Address, owner: Address, ata: Address, mint: Address): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({ payer: createNoopSigner(payer), ata, owner, mint });
}

function createNote(referer: string): Instruction {
  return { programAddress: MEMO_PROGRAM_ADDRESS, data: new TextEncoder().encode(`source: ${referer}`) };
}
