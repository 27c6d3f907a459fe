import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import {
  decodeTokenAmount,
  findAssociatedTokenAddress,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import { type Evidence, encodeBase58, readMessage, type VerifyRequest } from '@staking-agent/verify';
import { ASSET_DECIMALS, formatAmount, parseAmount } from '@staking-agent/wire';
import { problem, type Shortfall } from '../problems/problem.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import type { ProvidedBuild } from './build.ts';
import { isOfVault } from './pool-floor.ts';
import type { BuildRecord } from './record.ts';
import { asUnsigned } from './simulate.ts';

/** The last instruction of a build: the least that an account must hold then. */
type Requirement = { readonly account: Address; readonly least: bigint };

const TRANSFER = 3;
const TRANSFER_SIZE = 9;

/**
 * Finds out whether a build whose bytes end with a balance requirement would still bring its `minReceive`.
 *
 * The requirement counts from the balance at the build: what the account has received since, for example by another
 * withdrawal of the same wallet, weakens it by that much. Where too little is left of it, a simulation shows what the
 * transaction brings now. One read of the ledger; where the account has received something, a simulation and one more.
 *
 * @returns the problem `PRICE_OUT_OF_BOUNDS`; undefined where enough arrives, where the ledger would refuse the transaction,
 *   and for a build without `minReceive` or without a requirement.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findLackingArrival(
  { operation, request }: Pick<BuildRecord, 'operation' | 'request'>,
  built: Uint8Array,
  ports: { readonly ledger: LedgerClient },
) {
  if (!isOfVault(request.strategy) || request.minReceive === undefined) return undefined;
  const asset = operation === 'stake' ? 'raUSDC' : 'USDC';
  const minimum = parseAmount(request.minReceive, ASSET_DECIMALS[asset]);
  const requirement = readRequirement(built);
  if (!minimum.ok || requirement === undefined) return undefined;
  const held = await readBalance(requirement.account, ports);
  if (requirement.least - held >= minimum.baseUnits) return undefined;
  const after = await simulateBalance(built, requirement.account, ports);
  if (after === undefined) return undefined;
  // What has arrived since the first read is not the transaction's doing either.
  const since = await readBalance(requirement.account, ports);
  const offered = after - (since > held ? since : held);
  if (offered >= minimum.baseUnits) return undefined;
  const inWords = (amount: bigint) => formatAmount(amount > 0n ? amount : 0n, ASSET_DECIMALS[asset]);
  return problem('PRICE_OUT_OF_BOUNDS', {
    asset,
    least: inWords(minimum.baseUnits),
    offered: inWords(offered),
  });
}

/** Reads the balance requirement that ends a message, a transfer from an account to itself; undefined without one. */
function readRequirement(message: Uint8Array): Requirement | undefined {
  const { keys, instructions } = readMessage(message);
  const { program, accounts = [], data = new Uint8Array() } = instructions.at(-1) ?? {};
  const [from, to] = accounts;
  const [programKey, key] = [keys[program ?? -1], keys[from ?? -1]];
  if (programKey === undefined || key === undefined || from !== to) return undefined;
  const isTransfer = data.length === TRANSFER_SIZE && data[0] === TRANSFER;
  if (!isTransfer || encodeBase58(programKey) !== TOKEN_PROGRAM_ADDRESS) return undefined;
  const least = new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
  return { account: toAddress(key), least };
}

async function readBalance(account: Address, ports: { readonly ledger: LedgerClient }): Promise<bigint> {
  const read = await readAccounts([account], ports);
  return decodeTokenAmount(read(account)?.data) ?? 0n;
}

/** Simulates a message and returns what an account holds then; undefined where the ledger would refuse it. */
async function simulateBalance(
  message: Uint8Array,
  account: Address,
  { ledger }: { readonly ledger: LedgerClient },
): Promise<bigint | undefined> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [account] },
  };
  const { value } = await ledger.read('simulateTransaction', [asUnsigned(message), options]);
  const [shown] = value.accounts ?? [];
  return value.err === null && shown ? decodeTokenAmount(Buffer.from(shown.data[0], 'base64')) : undefined;
}

// Made once: making a decoder costs as much as decoding.
const STAKE_POOL = getStakePoolDecoder();

const STAKE_ACCOUNT_SIZE = 200;
/** Rents of a stake account that a slow exit may cost: two that the router has lent, and what being paid back for them costs. */
const RENTS = 3n;

/**
 * Computes the minimum of a slow exit without `minReceive`: what the pool redeems the raSOL for, less the rent of three
 * stake accounts.
 *
 * The pool pays by arithmetic and takes no more. A router's program that repays its loan out of the stake may cost the
 * ledger's minimum delegation instead, which within the proof's 0.5 % is 1 SOL of an exit of 200.
 *
 * @returns lamports, rounded down; undefined for another request, or where the pool was not read.
 */
export function findLeastStake(
  { kind, amount, minReceive }: VerifyRequest,
  { before, rentExemption }: Pick<Evidence, 'before' | 'rentExemption'>,
  { stakePool }: Deployment,
): bigint | undefined {
  const pool = before.get(stakePool.address);
  if (kind !== 'slow' || minReceive !== undefined || pool?.owner !== stakePool.program) return undefined;
  const tokens = parseAmount(amount ?? '', ASSET_DECIMALS.raSOL);
  if (!tokens.ok) return undefined;
  const decoded = STAKE_POOL.decode(pool.data);
  const redeemed = tokens.baseUnits - applyFee(decoded.stakeWithdrawalFee, tokens.baseUnits, 'up');
  const least = lamportsForPoolTokens(decoded, redeemed) - RENTS * rentExemption(STAKE_ACCOUNT_SIZE);
  return least > 0n ? least : undefined;
}

/**
 * Checks whether a failing transaction lacks the token that it spends. One read of the ledger, made only after a failed
 * simulation.
 *
 * @returns undefined when the wallet holds enough, or SOL is what it spends.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findTokenShortfall(
  { wallet, spends: { asset, amount } }: Pick<ProvidedBuild<unknown>, 'wallet' | 'spends'>,
  ports: {
    readonly ledger: LedgerClient;
    readonly config: { readonly deployment: Pick<Deployment, 'rasolMint' | 'rausdcMint'> };
  },
): Promise<Shortfall | undefined> {
  if (asset === 'SOL') return undefined;
  const { rasolMint, rausdcMint } = ports.config.deployment;
  const account = await findAssociatedTokenAddress(wallet, asset === 'raSOL' ? rasolMint : rausdcMint);
  const read = await readAccounts([account], ports);
  const holds = decodeTokenAmount(read(account)?.data) ?? 0n;
  return holds < amount ? { holder: 'wallet', asset, holds, needs: amount } : undefined;
}
