import { type Address, type EncodedAccount, type Instruction, lamports } from '@solana/kit';
import { findProgramAddress, toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import {
  Account,
  ComputeBudget,
  FailedTransactionMetadata,
  LiteSVM,
  Rent,
  type TransactionMetadata,
} from 'litesvm';
import { readComputeBudget } from './fees.ts';
import {
  CLOCK_ADDRESS,
  RENT_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  UPGRADEABLE_LOADER_ADDRESS,
} from './program-addresses.ts';
import { encodeUnsigned, type Message } from './transaction.ts';

/** Puts an account together that is no program. */
export function createAccount(
  address: Address,
  programAddress: Address,
  data: Uint8Array,
  balance: bigint,
): EncodedAccount {
  const space = BigInt(data.length);
  return { address, programAddress, data, executable: false, lamports: lamports(balance), space };
}

/** Puts together what stands for no account: the VM forgets one without lamports. */
export function nothingAt(address: Address): EncodedAccount {
  return createAccount(address, SYSTEM_PROGRAM_ADDRESS, new Uint8Array(), 0n);
}

/** An account as the native module hands it out. */
type NativeAccount = {
  data(): Uint8Array;
  executable(): boolean;
  lamports(): bigint;
  owner(): Uint8Array;
};

type NativeChange = { readonly address: Uint8Array; account(): NativeAccount };

/** A transaction as the VM takes it. */
type SentTransaction = {
  readonly wireBytes: Uint8Array;
  readonly message: { readonly version: 'legacy' | 0 | 1 };
  /** All that it names, those of lookup tables among them. */
  readonly accounts: readonly Address[];
};

/** The VM's answer to a simulated transaction that did not fail. */
export type SimulatedTransaction = {
  meta(): TransactionMetadata;
  /** The accounts it would have changed. */
  postAccounts(): readonly NativeChange[];
};

/**
 * LiteSVM with the base58 of chain. Its own wrapper reads and writes base58 with kit, three times an account, and encodes
 * every transaction anew: more time than the VM takes to run one.
 */
export class SandboxVm extends LiteSVM {
  /** Data of accounts that are programs, and how large those are that hold the code of one: they hardly ever change. */
  readonly #programs = new Map<Address, Uint8Array>();
  readonly #codeSizes = new Map<Address, number>();
  /** Accounts that may differ from those of a new VM. */
  readonly #touched = new Set<Address>();
  /** False once something else may differ too. */
  #isTraced = true;
  #changes = 0;

  /** Opens what {@link LiteSVM.toBytes} has written. */
  static restore(bytes: Uint8Array): SandboxVm {
    const vm = new SandboxVm();
    // LiteSVM's own call makes one more, with every program, and throws it away.
    vm['inner'] = vm['inner'].constructor.fromBytes(bytes);
    vm.#isTraced = false;
    return vm;
  }

  /**
   * Puts every account back to what it is in a VM that has run nothing.
   *
   * @returns false where that cannot be done: after a snapshot, a binary or a deployment.
   */
  reset(fresh: SandboxVm): boolean {
    if (!this.#isTraced) return false;
    for (const address of [CLOCK_ADDRESS, RENT_ADDRESS, STAKE_HISTORY_ADDRESS, ...this.#touched]) {
      this.putBack(fresh.readAccount(address) ?? nothingAt(address));
    }
    this.#touched.clear();
    return true;
  }

  /** Grows with whatever changes an account. */
  get changes(): number {
    return this.#changes;
  }

  /** Reads an account; undefined where there is none. */
  readAccount(address: Address): EncodedAccount | undefined {
    const account: NativeAccount | null = this['inner'].getAccount(toAddressBytes(address));
    if (account === null) return undefined;
    if (!account.executable()) return toEncodedAccount(address, account);
    const data = this.#programs.get(address) ?? account.data();
    this.#programs.set(address, data);
    return toEncodedAccount(address, account, data);
  }

  /** Reads the size of an account that holds the code of an upgradeable program; zero where there is none. */
  readCodeSize(address: Address): number {
    const size = this.#codeSizes.get(address) ?? this.readAccount(address)?.data.length ?? 0;
    this.#codeSizes.set(address, size);
    return size;
  }

  /** Reads the lamports of an account; zero where there is none. */
  readBalance(address: Address): bigint {
    const balance: bigint | null = this['inner'].getBalance(toAddressBytes(address));
    return balance ?? 0n;
  }

  override getProgramAccounts(program: Address): EncodedAccount[] {
    const accounts: readonly NativeChange[] = this['inner'].getProgramAccounts(toAddressBytes(program));
    return accounts.map(readChange);
  }

  override setAccount(account: EncodedAccount): void {
    this.#changes += 1;
    this.putBack(account);
  }

  /** Writes an account that is as it was before something was tried. */
  putBack({ address, lamports, data, programAddress, executable }: EncodedAccount): void {
    this.#forget(address);
    this.#touched.add(address);
    const owner = toAddressBytes(programAddress);
    const native = new Account(lamports, data as Uint8Array, owner, executable, 0n);
    this['inner'].setAccount(toAddressBytes(address), native);
  }

  override addProgram(program: Address, bytes: Uint8Array): void {
    this.#changes += 1;
    this.#isTraced = false;
    this.lendProgram(program, bytes);
  }

  /** Puts in a program for a while: what stands in its accounts is put back later. */
  lendProgram(program: Address, bytes: Uint8Array): void {
    this.#forget(program);
    this.#forget(findProgramData(program));
    this['inner'].addProgram(toAddressBytes(program), bytes);
  }

  override setClock(...clock: Parameters<LiteSVM['setClock']>): void {
    this.#changes += 1;
    super.setClock(...clock);
  }

  /** Sets what a byte of an account costs for ever, in lamports. */
  setRentPerByte(perByte: bigint): void {
    this.#changes += 1;
    this.setRent(new Rent(perByte, EXEMPTION_THRESHOLD, BURN_PERCENT));
  }

  /** Executes a transaction. */
  send({ wireBytes, message, accounts }: SentTransaction): TransactionMetadata | FailedTransactionMetadata {
    this.#changes += 1;
    for (const address of accounts) this.#touched.add(address);
    // Whoever deploys or upgrades a program names its loader.
    if (accounts.includes(UPGRADEABLE_LOADER_ADDRESS)) {
      this.#codeSizes.clear();
      this.#isTraced = false;
    }
    return message.version === 'legacy'
      ? this['inner'].sendLegacyTransaction(wireBytes)
      : this['inner'].sendVersionedTransaction(wireBytes);
  }

  /** Executes a transaction without keeping its changes. */
  simulate({ wireBytes, message }: SentTransaction): SimulatedTransaction | FailedTransactionMetadata {
    return message.version === 'legacy'
      ? this['inner'].simulateLegacyTransaction(wireBytes)
      : this['inner'].simulateVersionedTransaction(wireBytes);
  }

  /**
   * Simulates an instruction that has not been signed.
   *
   * @throws {Error} saying how it fails.
   */
  simulateInstruction(feePayer: Address, instruction: Instruction): SimulatedTransaction {
    const input = { feePayer, blockhash: this.latestBlockhash(), instructions: [instruction] };
    const wireBytes = encodeUnsigned(compileMessageWithTables(input, {}));
    // The VM has the limits of the transaction that ran last, maybe of a world before this one.
    this.withComputeBudget(new ComputeBudget());
    const result = this.simulate({ wireBytes, message: { version: 0 }, accounts: [] });
    if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
    return result;
  }

  #forget(address: Address): void {
    this.#programs.delete(address);
    this.#codeSizes.delete(address);
  }
}

/** The other members of the rent sysvar, without effect since SIMD-0194. */
const EXEMPTION_THRESHOLD = 1;
const BURN_PERCENT = 50;

/** Finds the account that holds the code of a program of the upgradeable loader. */
export function findProgramData(program: Address): Address {
  const known = programData.get(program);
  if (known !== undefined) return known;
  const [found] = findProgramAddress(UPGRADEABLE_LOADER_ADDRESS, [toAddressBytes(program)]);
  programData.set(program, found);
  return found;
}

/** The few programs there are. */
const programData = new Map<Address, Address>();

/** Reads an account that a simulation would have changed, or one of a list. */
export function readChange(change: NativeChange): EncodedAccount {
  return toEncodedAccount(toAddress(change.address), change.account());
}

function toEncodedAccount(address: Address, account: NativeAccount, data = account.data()): EncodedAccount {
  return {
    address,
    executable: account.executable(),
    lamports: lamports(account.lamports()),
    programAddress: toAddress(account.owner()),
    space: BigInt(data.length),
    data,
  };
}

/** Limits of a transaction that is simulated to see its effects: none that it can reach. */
export const UNLIMITED_BUDGET = { units: 2n ** 40n, logBytes: undefined } as const;

/** LiteSVM cuts a log after so many bytes, as a node does. */
const LOG_BYTES = 10_000n;

/**
 * Gives the VM the limits of a transaction: those its message asks for, or others.
 *
 * @param other - compute units and bytes of log; undefined for no limit of the log.
 */
export function setBudget(
  vm: LiteSVM,
  message: Message,
  other?: { readonly units: bigint; readonly logBytes: bigint | undefined },
): void {
  const { limit, heapSize } = readComputeBudget(message);
  const budget = new ComputeBudget();
  budget.computeUnitLimit = other?.units ?? limit;
  budget.heapSize = heapSize;
  vm.withComputeBudget(budget);
  vm.withLogBytesLimit(other === undefined ? LOG_BYTES : other.logBytes);
}
