import { base58 } from '@scure/base';
import {
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  type Instruction,
  isAddress,
} from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import * as vaults from '@staking-agent/chain/vault';
import { createBuildCorruptor } from '../../../malicious/vault.ts';
import type { Fault } from '../../faults.ts';
import { getPositionCodec } from '../../programs/lending-adaptor.ts';
import { readVault } from '../../programs/vault/call.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { readSupply, readTokens } from '../../vm/token-balances.ts';
import type { LentStrategy } from '../../world/places.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { findHolderAccounts, type HolderAccounts } from '../../world/seeded-vault.ts';
import { compileOrder, type Draft } from '../router/order.ts';
import { badRequest, readData, unlessRefused } from '../stand-in.ts';

/** Compute units a transaction of the provider may use. */
const UNITS = 200_000;
const MEMO_PROGRAM_ADDRESS = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Creates the function that answers `POST /vault/{vault}/direct-withdraw`, honestly or as an injected fault has it. */
export function createDirectWithdrawals(node: NodeView) {
  const { ledger } = node;
  const corrupt = createBuildCorruptor();

  const draftDouble = (body: Fields): Draft | undefined => {
    const amount = body['lamportAmount'];
    if (typeof amount !== 'string' || body['isWithdrawAll'] === true) return undefined;
    const doubled = { ...body, lamportAmount: (BigInt(amount) * 2n).toString() };
    return unlessRefused(() => draftWithdrawal(ledger, doubled));
  };

  /**
   * @param memo - the origin of the request, which the provider writes into the transaction.
   * @throws {StandInError} 400 for what does not fit.
   */
  return async (body: Fields, fault: Fault | undefined, memo: string | undefined) => {
    const draft = draftWithdrawal(ledger, body);
    const instructions = memo === undefined ? draft.instructions : [...draft.instructions, createNote(memo)];
    const corrupted =
      fault?.mode === 'malicious'
        ? await corrupt(
            { draft: { ...draft, instructions }, ledger, doubled: draftDouble(body) },
            fault.variant,
          )
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
  const { assetMint, lpMint } = ledger.vault;
  const open = getCreateTokenAccountInstruction({ owner: user, mint: assetMint, account: accounts.asset });
  const draft = { wallet: user, units: UNITS, output: 'token', tokenAccount: accounts.asset } as const;
  if (asset <= idle) {
    return {
      ...draft,
      instructions: [open, vaults.getInstantWithdrawVaultInstruction({ ...common, ...how })],
    };
  }
  const place = ledger.vault.strategies.find((_each, index) => asset <= (lentTo[index] ?? 0n));
  if (place === undefined) badRequest('Insufficient liquidity in the vault for an instant withdrawal');
  const { receipt: owner, escrow: account } = accounts;
  const escrow = getCreateTokenAccountInstruction({ payer: user, owner, mint: lpMint, account });
  const request = vaults.getRequestWithdrawVaultInstruction({
    ...common,
    payer: createNoopSigner(user),
    ...how,
  });
  return { ...draft, instructions: [open, escrow, request, withdrawFromStrategy(place, common)] };
}

function read(ledger: SandboxLedger, body: Fields) {
  const { vault } = ledger;
  const user = requireKey(body['userPubkey'], 'userPubkey');
  assertIsKey(body['assetMint'], 'assetMint', vault.assetMint);
  assertIsKey(body['assetTokenProgram'], 'assetTokenProgram', TOKEN_PROGRAM_ADDRESS);
  const accounts = findHolderAccounts(vault, user);
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

function worthOfAll(ledger: SandboxLedger, { lp }: HolderAccounts): bigint {
  const { state, now } = readVaultView(ledger);
  const value = vaults.redeemableValue(state, readTokens(ledger, lp), now);
  return value.ok ? value.asset : 0n;
}

function withdrawFromStrategy(place: LentStrategy, common: ReturnType<typeof read>['common']): Instruction {
  const { accounts, ...instruction } = vaults.getDirectWithdrawStrategyInstruction({
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

function createNote(referer: string): Instruction {
  return { programAddress: MEMO_PROGRAM_ADDRESS, data: new TextEncoder().encode(`source: ${referer}`) };
}

/** Reads the vault, its idle funds and its loans. */
export function readVaultView(ledger: SandboxLedger) {
  const { vault, lpMint, idleAta, strategies } = ledger.vault;
  return {
    state: vaults.getVaultState(readVault(ledger, vault), readSupply(ledger, lpMint)),
    now: ledger.bank.vm().getClock().unixTimestamp,
    idle: readTokens(ledger, idleAta),
    lentTo: strategies.map(({ position }) => getPositionCodec().decode(readData(ledger, position)).value),
  };
}

/** The members of a JSON body, or the parameters of a query. */
export type Fields = { readonly [name: string]: unknown };

const U64 = 2n ** 64n;

/** Checks a body. @throws {StandInError} 400 when it is no JSON object. */
export function requireBody(body: unknown): Fields {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...body } : badRequest('Request body must be a JSON object');
}

function requireKey(value: unknown, name: string): Address {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  return typeof value === 'string' && isAddress(value) ? value : badRequest(`Invalid public key: ${name}`);
}

function requireAmount(value: unknown, name: string): bigint {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  const amount = typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : U64;
  return amount < U64 ? amount : badRequest(`Invalid amount: ${name} must be an integer as text`);
}

function findFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  return badRequest(`Invalid field: ${name} must be true or false`);
}

function assertIsKey(value: unknown, name: string, expected: Address): void {
  if (value === undefined) return;
  if (requireKey(value, name) !== expected) badRequest(`Invalid ${name}: the vault's is ${expected}`);
}
