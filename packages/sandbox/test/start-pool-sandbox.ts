import type { TestContext } from 'node:test';
import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  type EncodedAccount,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getMintDecoder } from '@solana-program/token';
import { findAssociatedTokenAddress, getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import {
  getDepositSolInstruction,
  STAKE_POOL_CODEC,
  type StakePool,
  VALIDATOR_LIST_CODEC,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { simulateTransaction } from '../src/vm/execute-transaction.ts';
import { loadAddresses } from '../src/vm/loaded-transaction.ts';
import { findDelegation } from '../src/vm/stake-account.ts';
import { parseTokenAccount } from '../src/vm/token-balances.ts';
import { type DecodedTransaction, decodeTransaction, encodeUnsigned } from '../src/vm/transaction.ts';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import type { PoolSeed } from '../src/world/places.ts';
import { DEPLOYMENT, POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

/** Slots so long that none closes by itself. */
const FROZEN = 600_000;
const FEE_PAYER_SOL = 1_000n;

/** A sandbox with a stake pool, and what tests ask of it. */
export type PoolSandbox = ReturnType<typeof createPoolTest> & { readonly sandbox: Sandbox };

/** Starts a sandbox whose time stands still, and stops it after the test. */
export async function startPoolSandbox(
  t: Pick<TestContext, 'after'>,
  programsDirectory?: string,
): Promise<PoolSandbox> {
  const options = { deployment: DEPLOYMENT, port: 0, slotMilliseconds: FROZEN };
  const sandbox = await startSandbox({ ...options, ...(programsDirectory && { programsDirectory }) });
  t.after(() => sandbox.close());
  return { sandbox, ...createPoolTest(sandbox) };
}

function createPoolTest(sandbox: Sandbox) {
  const accounts = createAccountAccess(sandbox);
  const sending = createSender(sandbox);
  const world: PoolSeed = sandbox.ledger.pool;
  const mint = world.poolMint;
  const findAta = async (owner: Address, of = mint) => findAssociatedTokenAddress(owner, of);
  const createAta = async (owner: Address): Promise<Instruction> =>
    getCreateTokenAccountInstruction({ owner, mint, account: await findAta(owner) });
  return {
    ledger: sandbox.ledger,
    world,
    findAta,
    createAta,
    ...accounts,
    ...sending,
    ...createPoolAccess(accounts, world),
    /** A wallet with SOL, and raSOL worth as many of it as said. */
    createWallet: async (deposit = 0n): Promise<KeyPairSigner> => {
      const wallet = await generateKeyPairSigner();
      sandbox.ledger.fund(wallet.address, FEE_PAYER_SOL * SOL + deposit);
      const tokens = await findAta(wallet.address);
      if (deposit === 0n) return wallet;
      const { err, logs } = await sending.send(wallet, [
        await createAta(wallet.address),
        getDepositSolInstruction(
          {
            ...world,
            fundingAccount: wallet,
            destinationTokenAccount: tokens,
            referrerTokenAccount: tokens,
            lamports: deposit,
          },
          POOL_PROGRAM,
        ),
      ]);
      if (err !== null) throw new Error(logs.join('\n'));
      return wallet;
    },
  };
}

/** Reads and writes accounts of any kind. */
function createAccountAccess({ ledger }: Sandbox) {
  const held = new Map<Address, EncodedAccount>();
  return {
    readData: (address: Address): Uint8Array => Uint8Array.from(ledger.findAccount(address)?.data ?? []),
    /** Replaces the data of an account that exists. */
    write: (address: Address, data: ArrayLike<number>): void => {
      const account = ledger.findAccount(address);
      if (account === undefined) throw new Error(`${address} does not exist`);
      if (!held.has(address)) held.set(address, account);
      ledger.bank.setAccount({ ...account, data: Uint8Array.from(data) });
    },
    /** Makes all accounts that were written what they were before. */
    undoWrites: (): void => {
      for (const account of held.values()) ledger.bank.setAccount(account);
      held.clear();
    },
    lamports: (address: Address): bigint => ledger.bank.getLamports(address),
    tokens: (address: Address): bigint => {
      const account = ledger.findAccount(address);
      return (account && parseTokenAccount(account)?.amount) ?? 0n;
    },
    delegation: (address: Address) => {
      const account = ledger.findAccount(address);
      return account && findDelegation(account)?.delegation;
    },
  };
}

/** Reads and writes the accounts of the pool. */
function createPoolAccess(
  { readData, write }: ReturnType<typeof createAccountAccess>,
  { poolMint, stakePool, validatorList }: PoolSeed,
) {
  return {
    supply: (): bigint => getMintDecoder().decode(readData(poolMint)).supply,
    pool: (): StakePool => STAKE_POOL_CODEC.decode(readData(stakePool)),
    list: (): ValidatorList => VALIDATOR_LIST_CODEC.decode(readData(validatorList)),
    setPool: (change: Partial<StakePool>): void => {
      const data = readData(stakePool);
      STAKE_POOL_CODEC.write({ ...STAKE_POOL_CODEC.decode(data), ...change }, data, 0);
      write(stakePool, data);
    },
    setList: (change: (list: ValidatorList) => ValidatorList): void => {
      const data = readData(validatorList);
      VALIDATOR_LIST_CODEC.write(change(VALIDATOR_LIST_CODEC.decode(data)), data, 0);
      write(validatorList, data);
    },
  };
}

/** Signs, sends and simulates transactions. */
function createSender(sandbox: Sandbox) {
  const { ledger } = sandbox;
  const sign = (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    tables: AddressesByLookupTableAddress = {},
  ) =>
    signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayerSigner(payer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(getLifetime(sandbox), paid),
        (timed) => appendTransactionMessageInstructions(withSigner(instructions, payer), timed),
        (complete) => compressTransactionMessageUsingAddressLookupTables(complete, tables),
      ),
    );
  return {
    sign,
    send: async (
      payer: KeyPairSigner,
      instructions: readonly Instruction[],
      tables: AddressesByLookupTableAddress = {},
    ): Promise<ExecutionResult> => {
      const signed = await sign(payer, instructions, tables);
      ledger.advanceSlots(1);
      return ledger.submit(decodeTransaction(new Uint8Array(getTransactionEncoder().encode(signed))));
    },
    /** Runs instructions without signatures and without keeping anything. */
    simulate: (payer: Address, instructions: readonly Instruction[]): ExecutionResult => {
      const { blockhash } = getLifetime(sandbox);
      const message = compileMessageWithTables({ feePayer: payer, blockhash, instructions }, {});
      return tryOut(decodeTransaction(encodeUnsigned(message)), ledger);
    },
  };
}

/** Simulates a transaction whose tables can be read. */
export function tryOut(decoded: DecodedTransaction, { bank }: Sandbox['ledger']): ExecutionResult {
  const loaded = loadAddresses(decoded, bank);
  if ('lookupError' in loaded) throw new Error(String(loaded.lookupError));
  return simulateTransaction(loaded, bank).result;
}

function getLifetime({ ledger }: Sandbox): { blockhash: Blockhash; lastValidBlockHeight: bigint } {
  return { blockhash: ledger.blocks.tip().blockhash, lastValidBlockHeight: 0n };
}

/** Puts the key pair in the place of stand-ins for it. */
function withSigner(instructions: readonly Instruction[], signer: KeyPairSigner): Instruction[] {
  return instructions.map(({ accounts = [], ...instruction }) => ({
    ...instruction,
    accounts: accounts.map((account) =>
      'signer' in account && account.address === signer.address ? { ...account, signer } : account,
    ),
  }));
}
