import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  INFINITY_PROGRAM,
  isOnCurve,
  JUPITER_PROGRAM,
  MARKET_PROGRAM,
  MEMO_PROGRAM,
  RENT,
  STAKE_PROGRAM,
  STAKEDEX_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  VAULT_PROGRAM,
} from '../bytes/address.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import {
  type DeploymentKeys,
  deploymentKeys,
  findRequestAccounts,
  type VerifyDeployment,
} from '../deployment.ts';
import { STAKE_ACCOUNT_SIZE, TOKEN_ACCOUNT_SIZE, u32At, u64At } from '../ledger.ts';
import { type Call, readCall } from '../programs/instruction-format.ts';
import {
  DEPOSIT_VAULT,
  DIRECT_WITHDRAW_STRATEGY,
  INSTANT_WITHDRAW_STRATEGY,
  INSTANT_WITHDRAW_VAULT,
  REQUEST_WITHDRAW_VAULT,
  VAULT,
} from '../programs/vault.ts';
import type { Finding } from '../verification.ts';
import {
  type BoundedIntent,
  type BoundedKind,
  findReceived,
  type Holding,
  isOfVault,
  type Scene,
  type Step,
} from './intent.ts';
import {
  type FixedAccount,
  readInfinitySwap,
  readJupiterSwap,
  readMarketSwap,
  readStakedexSwap,
  readStakePoolSwap,
  type Swap,
} from './swaps.ts';

/**
 * The part of a top-level instruction in its transaction, one letter each: a kind's order is one regular expression.
 *
 * - `L`, `P`, `D`: compute-unit limit and price, limit of loaded data.
 * - `M`: the memo of the vault provider.
 * - `R`: opens the account that receives. `O`: opens the raSOL account that stake passes through; `K` closes it.
 * - `W`: opens the wallet's wrapped-SOL account. `S`, `I`: create and initialise one of a seed. `T`, `Y`: fill and sync it. `C`:
 *   closes it.
 * - `Z`: hands the given stake account on. `N`: creates the stake account that is due. `V`: deactivates it.
 * - `X`: swaps. `E`: opens the account of the wallet's request at the vault. `Q`: requests. `d`: redeems the request.
 */
type Letter = LetterOf<'LPDMROKWSITYCZNVXEQd'>;
type LetterOf<Text> = Text extends `${infer One}${infer Rest}` ? One | LetterOf<Rest> : never;

/** A top-level instruction that its kind may hold. */
export type ReadStep = {
  readonly letter: Letter;
  readonly step: Step;
  /** With `X`, `Q` and `d`. */
  readonly call?: VaultCall;
};

/** Accounts that steps make and the rules must know. */
export type Shape = {
  readonly read: readonly ReadStep[];
  /** The wallet's associated account of wrapped SOL, and those of a seed that the message creates. */
  readonly wrapped: readonly Uint8Array[];
  /** The stake account that is due. */
  readonly newStake: Uint8Array | undefined;
};

/** The order of each kind behind its compute budget, and the same in words. */
const ORDERS: Readonly<Record<BoundedKind, readonly [pattern: RegExp, words: string]>> = {
  'swap-in': [/^(R|W|SI|TY)*XC?$/, 'the receiving account, wrapped SOL, one swap'],
  'swap-out': [/^(W|SI)?XC?$/, 'wrapped SOL, one swap'],
  'stake-out': [/^(O|W|SI)*Z{0,2}X{1,2}[KC]*$/, 'the stake handed over, one or two swaps'],
  'stake-withdrawal': [/^N?XV?$/, 'a new stake account, one withdrawal, its deactivation'],
  'vault-deposit': [/^M?R?XM?$/, 'the receiving account, one deposit'],
  'vault-withdrawal': [
    /^M?R?(X|E?R?Qd{1,8})M?$/,
    'the receiving account, one withdrawal or a request redeemed at once',
  ],
};
const BUDGET = /^[LPD]*/;
/** Letters that may stand more than once; the pattern says how often. */
const REPEATED: ReadonlySet<string> = new Set(['Z', 'X', 'd']);

/**
 * Reads every top-level instruction by the rules of the kind, and compares their order with the kind's pattern.
 *
 * @returns the shape, or the first instruction that is not allowed.
 */
export function readShape(steps: readonly Step[], { intent, evidence, deployment }: Scene): Shape | Finding {
  const keys = deploymentKeys(deployment);
  const seeded = steps.filter(isSeededToken).flatMap(({ accounts: [, created] }) => created ?? []);
  const wrapped = [intent.sol.account, ...seeded];
  const scene: NativeScene = { intent, keys, wrapped, rentExemption: evidence.rentExemption };
  const read: ReadStep[] = [];
  for (const step of steps) {
    const one = readStep(step, scene, deployment);
    if (one === undefined) return mayNotStand(step, intent.kind);
    read.push(one);
  }
  const letters = read.map(({ letter }) => letter).join('');
  const repeated = read.find(({ letter }, i) => !REPEATED.has(letter) && letters.indexOf(letter) < i);
  if (repeated !== undefined) return mayNotStand(repeated.step, intent.kind, 'stands a second time');
  const [pattern, words] = ORDERS[intent.kind];
  if (!pattern.test(letters.replace(BUDGET, ''))) {
    return { rule: 'shape', detail: `The instructions stand in another order than is due: ${words}.` };
  }
  return { read, wrapped, newStake: findNewStake(read, intent) };
}

/** Reads every byte of an instruction; undefined for one that the kind does not allow. */
export function readStep(step: Step, scene: NativeScene, deployment: VerifyDeployment): ReadStep | undefined {
  const read = READERS.get(encodeAddress(step.program));
  if (read !== undefined) {
    const letter = read(step, scene);
    return letter && { letter, step };
  }
  const call = readSwap(step, scene.intent, deployment);
  return call && { letter: call.letter, step, call };
}

function findNewStake(read: readonly ReadStep[], { kind }: BoundedIntent): Uint8Array | undefined {
  if (kind !== 'stake-withdrawal') return undefined;
  return read.find(({ letter }) => letter === 'X')?.call?.swap.destinations[0];
}

function isSeededToken({ program, data }: Step): boolean {
  return isSame(program, SYSTEM_PROGRAM) && data[0] === 3 && isSame(data.subarray(-32), TOKEN_PROGRAM);
}

function mayNotStand({ index, program }: Step, kind: BoundedKind, why = 'may not be part of it'): Finding {
  return {
    rule: 'shape',
    instruction: index,
    detail: `Instruction ${index}, of program ${encodeAddress(program)}, ${why}. Due are the compute budget, ${ORDERS[kind][1]}.`,
  };
}

type NativeScene = {
  readonly intent: BoundedIntent;
  readonly keys: DeploymentKeys;
  /** The wallet's associated account of wrapped SOL, and those of a seed that earlier instructions create. */
  readonly wrapped: readonly Uint8Array[];
  /** Lamports that an account of so many bytes must hold. */
  readonly rentExemption: (size: number) => bigint;
};

type Reader = (step: Step, scene: NativeScene) => Letter | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map([
  [encodeAddress(COMPUTE_BUDGET_PROGRAM), readComputeBudget],
  [encodeAddress(MEMO_PROGRAM), readMemo],
  [encodeAddress(SYSTEM_PROGRAM), readSystem],
  [encodeAddress(TOKEN_PROGRAM), readToken],
  [encodeAddress(ASSOCIATED_TOKEN_PROGRAM), readAssociatedToken],
  [encodeAddress(STAKE_PROGRAM), readStake],
]);

// Limit (2, u32), price (3, u64), loaded data (4, u32); exactly as long as they are. No heap frame.
function readComputeBudget({ accounts, data }: Step): Letter | undefined {
  if (accounts.length > 0) return undefined;
  if (data[0] === 2 && data.length === 5) return 'L';
  if (data[0] === 3 && data.length === 9) return 'P';
  return data[0] === 4 && data.length === 5 ? 'D' : undefined;
}

const MEMO_SIZE_LIMIT = 200;
const MEMO_START = 'source: ';

// The vault provider says where a request came from; nobody signs it but the wallet.
function readMemo({ accounts, data }: Step, { intent }: NativeScene): Letter | undefined {
  const isSource =
    data.length <= MEMO_SIZE_LIMIT && String.fromCharCode(...data.subarray(0, 8)) === MEMO_START;
  return isSource && accounts.every((account) => isSame(account, intent.wallet)) ? 'M' : undefined;
}

// Transfer (2) from the wallet into its wrapped SOL; CreateAccountWithSeed (3) paid by and derived from the wallet.
function readSystem(step: Step, scene: NativeScene): Letter | undefined {
  const { accounts, data } = step;
  const { wallet } = scene.intent;
  const [from, to] = accounts;
  if (!isSame(from, wallet) || to === undefined) return undefined;
  if (u32At(data, 0) === 2) {
    const isDue = data.length === 12 && accounts.length === 2 && scene.intent.kind === 'swap-in';
    const isWithin = (u64At(data, 4) ?? 0n) <= scene.intent.amount;
    return isDue && isWithin && scene.wrapped.some((known) => isSame(known, to)) ? 'T' : undefined;
  }
  return u32At(data, 0) === 3 ? readSeededCreation(step, scene) : undefined;
}

// u32 tag, base, u64 length and text of the seed, u64 lamports, u64 size, owner: no more lamports than its rent.
function readSeededCreation(
  { accounts, data }: Step,
  { intent, rentExemption }: NativeScene,
): Letter | undefined {
  const seedSize = Number(u64At(data, 36) ?? 1_000n);
  if (seedSize > 32 || data.length !== 44 + seedSize + 48) return undefined;
  const isWallets = isSame(data.subarray(4, 36), intent.wallet);
  const at = 44 + seedSize;
  const size = Number(u64At(data, at + 8));
  const owner = data.subarray(at + 16);
  const isToken = isSame(owner, TOKEN_PROGRAM) && size === TOKEN_ACCOUNT_SIZE;
  const isStake =
    isSame(owner, STAKE_PROGRAM) && size === STAKE_ACCOUNT_SIZE && intent.kind === 'stake-withdrawal';
  const isDue = isWallets && hasOnly(accounts, 2, intent.wallet) && (isToken || isStake);
  if (!isDue || u64At(data, at) !== rentExemption(size)) return undefined;
  return isToken ? 'S' : 'N';
}

// So many accounts, or one more that is known.
function hasOnly(accounts: Step['accounts'], count: number, more: Uint8Array): boolean {
  return accounts.length === count || (accounts.length === count + 1 && isSame(accounts[count], more));
}

// InitializeAccount3 (18) of wrapped SOL for the wallet; SyncNative (17); CloseAccount (9) to the wallet.
function readToken(step: Step, scene: NativeScene): Letter | undefined {
  const { accounts, data } = step;
  const { intent } = scene;
  const [account, second] = accounts;
  const isWrapped = scene.wrapped.some((known) => isSame(known, account));
  if (data[0] === 18) {
    const isWallets = data.length === 33 && isSame(data.subarray(1), intent.wallet) && accounts.length === 2;
    return isWallets && isWrapped && isSame(second, intent.sol.mint) ? 'I' : undefined;
  }
  if (data.length !== 1) return undefined;
  // Its newer form names the rent sysvar as well.
  if (data[0] === 17) return isWrapped && hasOnly(accounts, 1, RENT) ? 'Y' : undefined;
  return data[0] === 9 ? readClose(step, scene, isWrapped) : undefined;
}

function readClose({ accounts }: Step, { intent }: NativeScene, isWrapped: boolean): Letter | undefined {
  const [account, destination, owner] = accounts;
  const isWallets = isSame(destination, intent.wallet) && isSame(owner, intent.wallet);
  if (!isWallets || accounts.length !== 3) return undefined;
  if (isWrapped) return 'C';
  return intent.kind === 'stake-out' && isSame(account, intent.rasol.account) ? 'K' : undefined;
}

// Create (no data, or 0) and CreateIdempotent (1), paid by the wallet, of accounts that are due.
function readAssociatedToken({ accounts, data }: Step, scene: NativeScene): Letter | undefined {
  const [payer, account, owner, mint, system, token] = accounts;
  const isCreation = data.length <= 1 && (data[0] ?? 0) <= 1;
  const isPlain = isSame(system, SYSTEM_PROGRAM) && isSame(token, TOKEN_PROGRAM) && accounts.length <= 7;
  if (!isCreation || !isPlain || !isSame(payer, scene.intent.wallet)) return undefined;
  return listOpenings(scene).find(
    (due) => isSame(due.owner, owner) && isSame(due.account, account) && isSame(due.mint, mint),
  )?.letter;
}

type Opening = Holding & { readonly letter: Letter; readonly owner: Uint8Array };

function listOpenings({ intent, keys }: NativeScene): readonly Opening[] {
  const { kind, wallet: owner, sol, rasol, rausdc } = intent;
  const received = findReceived(intent);
  const openings: Opening[] = received === undefined ? [] : [{ ...received, owner, letter: 'R' }];
  if (kind === 'swap-in' || kind === 'swap-out' || kind === 'stake-out') {
    openings.push({ ...sol, owner, letter: 'W' });
  }
  if (kind === 'stake-out') openings.push({ ...rasol, owner, letter: 'O' });
  if (kind === 'vault-withdrawal') {
    const { receipt, escrow } = findRequestAccounts(intent, keys);
    openings.push({ mint: rausdc.mint, account: escrow, owner: receipt, letter: 'E' });
  }
  return openings;
}

// Authorize (1) of the account given up, to an authority that no key can sign for; Deactivate (5) by the wallet.
function readStake({ accounts, data }: Step, { intent }: NativeScene): Letter | undefined {
  if (u32At(data, 0) === 1 && data.length === 40 && intent.kind === 'stake-out') {
    const isDue = isSame(accounts[0], intent.stakeAccount) && (u32At(data, 36) ?? 2) <= 1;
    return isDue && accounts.length <= 3 && !isOnCurve(data.subarray(4, 36)) ? 'Z' : undefined;
  }
  const isDeactivation = u32At(data, 0) === 5 && data.length === 4 && intent.kind === 'stake-withdrawal';
  return isDeactivation && accounts.length <= 3 && isSame(accounts.at(-1), intent.wallet) ? 'V' : undefined;
}

/**
 * Reads an instruction of a program beyond the ledger's own.
 *
 * The vault program belongs to the intents of the vault only, and all others to the deployment's list of the router's.
 *
 * @returns undefined for a program that is not listed, and for an instruction of it that is not known.
 */
export function readSwap(
  step: Step,
  intent: BoundedIntent,
  deployment: VerifyDeployment,
): VaultCall | undefined {
  const keys = deploymentKeys(deployment);
  if (isOfVault(intent))
    return isSame(step.program, VAULT_PROGRAM) ? readVaultCall(step, keys, intent) : undefined;
  if (!deployment.routerPrograms.includes(encodeAddress(step.program))) return undefined;
  const swap = readRouterSwap(step, intent.wallet, deployment);
  return swap && { letter: 'X', swap };
}

/** Reads an instruction of the router's programs; undefined for one that is not known. */
export function readRouterSwap(
  step: Step,
  wallet: Uint8Array,
  deployment: VerifyDeployment,
): Swap | undefined {
  const keys = deploymentKeys(deployment);
  const { program } = step;
  if (isSame(program, keys.stakePool.program)) return readStakePoolSwap(step, keys, wallet);
  if (isSame(program, MARKET_PROGRAM)) return readMarketSwap(step);
  if (isSame(program, JUPITER_PROGRAM)) return readJupiterSwap(step);
  if (isSame(program, STAKEDEX_PROGRAM)) return readStakedexSwap(step, keys);
  return isSame(program, INFINITY_PROGRAM) ? readInfinitySwap(step) : undefined;
}

/** An instruction of a listed program. */
export type VaultCall = { readonly letter: 'X' | 'Q' | 'd'; readonly swap: Swap };

const LETTERS: Readonly<Record<string, VaultCall['letter']>> = {
  [DEPOSIT_VAULT.name]: 'X',
  [INSTANT_WITHDRAW_VAULT.name]: 'X',
  [INSTANT_WITHDRAW_STRATEGY.name]: 'X',
  [REQUEST_WITHDRAW_VAULT.name]: 'Q',
  [DIRECT_WITHDRAW_STRATEGY.name]: 'd',
};

const ADAPTOR_BYTES_LIMIT = 64;

/** Reads a deposit into, or a withdrawal from, the vault of the deployment; undefined for anything else. */
function readVaultCall(step: Step, keys: DeploymentKeys, intent: BoundedIntent): VaultCall | undefined {
  const call = readCall(VAULT, step);
  const letter = call && LETTERS[call.name];
  const terms = call && termsOfCall(call, intent);
  if (call === undefined || letter === undefined || terms === undefined) return undefined;
  const { name, account, takes } = call;
  const [asset, escrow] = ['user asset account', 'escrow account'];
  const lp = takes('user LP account') ? 'user LP account' : escrow;
  const paid = takes(asset) ? asset : escrow;
  const [source, destination] = name === DEPOSIT_VAULT.name ? [asset, lp] : [lp, paid];
  return {
    letter,
    swap: {
      name,
      authority: account('user'),
      source: account(source),
      destinations: [account(destination)],
      ...terms,
      fixed: listFixedAccounts(call, keys, intent),
    },
  };
}

// By asset, the amount paid bounds what is burned.
function termsOfCall(
  { amount: getAmount, value }: Call,
  { isAll }: BoundedIntent,
): { readonly most: Swap['most']; readonly minimum: Swap['minimum'] } | undefined {
  const minimum = { by: 'vault-rate' } as const;
  const adaptorBytes = value('user arguments');
  if (adaptorBytes instanceof Uint8Array && adaptorBytes.length > ADAPTOR_BYTES_LIMIT) return undefined;
  const amount = getAmount('amount');
  if (amount === undefined) return { most: 'everything', minimum };
  const isInLp = value('is amount in LP');
  if (isInLp === undefined) return { most: amount, minimum };
  if (value('is withdraw all') !== isAll) return undefined;
  if (isAll) return { most: 'everything', minimum };
  return isInLp ? { most: amount, minimum } : { most: 0n, minimum: amount };
}

function listFixedAccounts(
  { account, takes }: Call,
  keys: DeploymentKeys,
  intent: BoundedIntent,
): readonly FixedAccount[] {
  const { receipt, escrow } = findRequestAccounts(intent, keys);
  const due: readonly (readonly [string, Uint8Array])[] = [
    ['vault', keys.usdcVault().vault],
    ['LP mint', intent.rausdc.mint],
    ['user LP account', intent.rausdc.account],
    ['user asset account', intent.usdc.account],
    ['escrow account', escrow],
    ['request receipt', receipt],
  ];
  return due.flatMap(([role, key]) =>
    takes(role) ? [{ role: `the ${role}`, actual: account(role), due: key }] : [],
  );
}
