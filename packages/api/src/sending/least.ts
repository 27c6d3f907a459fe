import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { decodeTokenAmount, TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { encodeBase58, readMessage } from '@staking-agent/verify';
import { ASSET_DECIMALS, formatAmount, parseAmount } from '@staking-agent/wire';
import { type BuildRecord, decodeBuildRecord } from '../builds/build.ts';
import { printUnsigned } from '../builds/message.ts';
import type { TokenContents } from '../builds/token.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import { readAccounts } from '../upstreams/ledger/client.ts';
import { type Expiring, type LandingPorts, readFate } from './landing.ts';

/** The last instruction of a build: the least that an account must hold then, and whose it must be. */
type Requirement = { readonly account: Address; readonly owner: Address; readonly least: bigint };

const TRANSFER = 3;
const TRANSFER_SIZE = 9;

/** A broadcast: its signature and height, the record of its build, and the message that was built. */
export type Promised = Expiring & Pick<TokenContents, 'record'> & { readonly built: Uint8Array };

/**
 * Enforces `minReceive` at broadcast as at the build, where a balance requirement in the bytes may have been weakened.
 * Transactions that have landed are not checked.
 *
 * @throws {ProblemError} `PRICE_OUT_OF_BOUNDS` where less would arrive.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function assertLeast(promised: Promised, ports: LandingPorts): Promise<void> {
  const build = decodeBuildRecord(promised.record);
  const lacking = build && (await findLackingArrival(build, promised.built, ports));
  if (lacking !== undefined && (await readFate(promised, ports)).kind !== 'landed') throw lacking;
}

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
async function findLackingArrival(
  { operation, request }: BuildRecord,
  built: Uint8Array,
  ports: LandingPorts,
): Promise<ProblemError | undefined> {
  if (request.strategy !== 'usdc-earn' || request.minReceive === undefined) return undefined;
  const asset = operation === 'stake' ? 'raUSDC' : 'USDC';
  const minimum = parseAmount(request.minReceive, ASSET_DECIMALS[asset]);
  const requirement = readRequirement(built);
  if (!minimum.ok || requirement === undefined) return undefined;
  const held = await readBalance(requirement, ports);
  if (requirement.least - held >= minimum.baseUnits) return undefined;
  const after = await simulateBalance(built, requirement, ports);
  if (after === undefined) return undefined;
  // What has arrived since the first read is not the transaction's doing either.
  const since = await readBalance(requirement, ports);
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
  const [from, to, authority] = accounts;
  const [programKey, key, owner] = [program, from, authority].map((index) => keys[index ?? -1]);
  if (programKey === undefined || key === undefined || owner === undefined || from !== to) return undefined;
  const isTransfer = data.length === TRANSFER_SIZE && data[0] === TRANSFER;
  if (!isTransfer || encodeBase58(programKey) !== TOKEN_PROGRAM_ADDRESS) return undefined;
  const least = new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
  return { account: toAddress(key), owner: toAddress(owner), least };
}

async function readBalance({ account, owner }: Requirement, ports: LandingPorts): Promise<bigint> {
  const read = await readAccounts([account], ports);
  return decodeTokenAmount(read(account)?.data, owner) ?? 0n;
}

/** Simulates a message and returns what an account holds then; undefined where the ledger would refuse it. */
async function simulateBalance(
  message: Uint8Array,
  { account, owner }: Requirement,
  { ledger }: LandingPorts,
): Promise<bigint | undefined> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [account] },
  };
  const { value } = await ledger.read('simulateTransaction', [printUnsigned(message), options]);
  const [shown] = value.accounts ?? [];
  return value.err === null && shown
    ? decodeTokenAmount(Buffer.from(shown.data[0], 'base64'), owner)
    : undefined;
}
