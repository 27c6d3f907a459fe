import type { TestContext } from 'node:test';
import type { Address, AddressesByLookupTableAddress, Instruction, KeyPairSigner } from '@solana/kit';
import { getMintDecoder } from '@solana-program/token';
import { toAddress } from '@staking-agent/chain/address';
import { isWhole, type WholeDeployment } from '@staking-agent/chain/deployment';
import {
  decodeLookupTable,
  getCreateTokenAccountInstruction,
  LOOKUP_TABLE_PROGRAM_ADDRESS,
} from '@staking-agent/chain/ledger';
import {
  type Bank,
  endsWithGroup,
  getBankDecoder,
  getBankEncoder,
  getMarginfiAccountDecoder,
  getMarginfiAccountEncoder,
  getMarginfiGroupDecoder,
  getMarginfiGroupEncoder,
  type MarginfiAccount,
  type MarginfiGroup,
} from '@staking-agent/chain/lending';
import {
  getLeveragedPositionCodec,
  getMarketCodec,
  type LeveragedPosition,
  type Market,
} from '@staking-agent/chain/leverage';
import {
  getStrategyInitReceiptDecoder,
  getVaultDecoder,
  getVaultEncoder,
  getVaultState,
  type Vault,
  type VaultState,
} from '@staking-agent/chain/vault';
import { findLendingAccount } from '../src/programs/lending/call.ts';
import { findAssociated } from '../src/vm/player/model.ts';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import type { LeveragedSeed } from '../src/world/places.ts';
import { type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

/** A sandbox with the leveraged vault, and what tests ask of it. */
export type LeveragedSandbox = PoolSandbox & ReturnType<typeof createLeveragedTest>;

/** Starts a sandbox whose time stands still, and stops it after the test. */
export async function startLeveragedSandbox(
  t: Pick<TestContext, 'after'>,
  programsDirectory?: string,
): Promise<LeveragedSandbox> {
  const base = await startPoolSandbox(t, programsDirectory);
  const { leveraged } = base.ledger;
  if (leveraged === undefined) throw new Error('The deployment has no leveraged vault.');
  return { ...base, ...createLeveragedTest(base, leveraged) };
}

function createLeveragedTest(base: PoolSandbox, world: LeveragedSeed) {
  const createAccount = (owner: Address, mint: Address): Instruction =>
    getCreateTokenAccountInstruction({ owner, mint, account: findAssociated(owner, mint) });
  const reads = createReads(base, world);
  return {
    leveraged: world,
    createAccount,
    ...reads,
    ...createLenderWrites(base, world, reads),
    ...createVaultWrites(base, world, reads),
    /** The accounts of a wallet. */
    findAccounts: (wallet: Address) => ({
      sol: findAssociated(wallet, world.solMint),
      tokens: findAssociated(wallet, world.assetMint),
      lp: findAssociated(wallet, world.lpMint),
      lending: findLendingAccount(world.lending.group, wallet, 0, leveragedDeployment().lending.thirdPartyId)
        .address,
    }),
    /** A wallet with raSOL, and empty accounts of wrapped SOL and LP. */
    createUser: async (lamports: bigint): Promise<KeyPairSigner> => {
      const wallet = await base.createWallet(lamports);
      const mints = [world.assetMint, world.solMint, world.lpMint];
      const opened = mints.map((mint) => createAccount(wallet.address, mint));
      requireOk(await base.send(wallet, opened));
      return wallet;
    },
  };
}

type Reads = ReturnType<typeof createReads>;

function createReads({ ledger, readData, tokens, world: { market } }: PoolSandbox, world: LeveragedSeed) {
  const { lending } = world;
  const vault = (): Vault => getVaultDecoder().decode(readData(world.vault));
  const readSupply = (mint: Address): bigint => getMintDecoder().decode(readData(mint)).supply;
  return {
    vault,
    readSupply,
    bank: (): Bank => getBankDecoder().decode(readData(lending.bank)),
    group: (): MarginfiGroup => getMarginfiGroupDecoder().decode(readData(lending.group)),
    endsWithGroup: (): boolean => endsWithGroup({ data: readData(lending.group) }),
    lendingAccount: (address: Address): MarginfiAccount =>
      getMarginfiAccountDecoder().decode(readData(address)),
    position: (): LeveragedPosition => getLeveragedPositionCodec().decode(readData(world.position)),
    market: (): Market => getMarketCodec().decode(readData(market)),
    state: (): VaultState => getVaultState(vault(), readSupply(world.lpMint)),
    reported: (): bigint =>
      getStrategyInitReceiptDecoder().decode(readData(world.strategyReceipt)).positionValue,
    idle: (): bigint => tokens(world.idleAta),
    now: (): bigint => ledger.bank.vm().getClock().unixTimestamp,
    /** What the lookup table holds, as the ledger has it. */
    tables: (): AddressesByLookupTableAddress => {
      const owner = LOOKUP_TABLE_PROGRAM_ADDRESS;
      const table = decodeLookupTable({ owner, data: readData(world.lookupTable) });
      const addresses = (table?.keys ?? []).map(toAddress);
      return { [world.lookupTable]: addresses };
    },
  };
}

function createLenderWrites(
  { readData, write }: PoolSandbox,
  { lending }: LeveragedSeed,
  { bank, group, lendingAccount }: Reads,
) {
  return {
    setBank: (change: Partial<Bank>): void =>
      write(lending.bank, getBankEncoder().encode({ ...bank(), ...change })),
    setGroup: (change: Partial<MarginfiGroup>): void => {
      // What stands behind the bytes of the layout stays.
      const whole = Uint8Array.from(readData(lending.group));
      whole.set(getMarginfiGroupEncoder().encode({ ...group(), ...change }));
      write(lending.group, whole);
    },
    /** Makes the lender one of a release before 0.1.10, or of that, by the size of its group account. */
    setGroupSize: (size: number): void => {
      const data = new Uint8Array(size);
      data.set(readData(lending.group).slice(0, size));
      write(lending.group, data);
    },
    setLendingAccount: (address: Address, change: Partial<MarginfiAccount>): void =>
      write(address, getMarginfiAccountEncoder().encode({ ...lendingAccount(address), ...change })),
  };
}

function createVaultWrites({ write, world: { market } }: PoolSandbox, world: LeveragedSeed, reads: Reads) {
  return {
    setVault: (configuration: Partial<Vault['vaultConfiguration']>): void => {
      const before = reads.vault();
      const vaultConfiguration = { ...before.vaultConfiguration, ...configuration };
      write(world.vault, getVaultEncoder().encode({ ...before, vaultConfiguration }));
    },
    setPosition: (change: Partial<LeveragedPosition>): void =>
      write(world.position, getLeveragedPositionCodec().encode({ ...reads.position(), ...change })),
    setMarket: (change: Partial<Market>): void =>
      write(market, getMarketCodec().encode({ ...reads.market(), ...change })),
  };
}

/** The leveraged part of the deployment the tests run on. */
export function leveragedDeployment(): WholeDeployment {
  const { leveraged } = DEPLOYMENT;
  if (leveraged !== undefined && isWhole(leveraged)) return leveraged;
  throw new Error('The deployment has no leveraged vault, or not all parts of it.');
}

/** @throws {Error} with the log of a transaction that failed. */
export function requireOk({ err, logs }: ExecutionResult): void {
  if (err !== null) throw new Error(`${JSON.stringify(err)}\n${logs.join('\n')}`);
}
