import { readSteps } from './bounded/intent.ts';
import { readRouterSwap } from './bounded/steps.ts';
import {
  CLOCK,
  JUPITER_PROGRAM,
  STAKE_HISTORY,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  VAULT_PROGRAM,
} from './bytes/address.ts';
import { isWritableAt } from './bytes/message.ts';
import { encodeAddress, isSame } from './bytes/text.ts';
import {
  deploymentKeys,
  findRequestAccounts,
  type VerifyDeployment,
  type WalletAccount,
} from './deployment.ts';
import { type Buyer, type Purchase, planLeveragedExit } from './exact/leveraged-exit.ts';
import { getRent, requireSeed } from './exact/native.ts';
import {
  balanceBefore,
  call,
  change,
  type Expected,
  findInstruction,
  type MakePlan,
  openTokenAccount,
  type Plan,
  rentOf,
  rentOfMissing,
  requirePostCondition,
} from './exact/plan.ts';
import {
  arriving,
  ofWallet,
  PROGRAMS,
  priceVault,
  requireKept,
  STRATEGY_AT,
  type WalletVault,
  withPicked,
} from './exact/vault.ts';
import { assetForLp, BASIS_POINTS, lpForAsset, STAKE_ACCOUNT_SIZE, u64At } from './ledger.ts';
import type { InstructionFormat } from './programs/instruction-format.ts';
import { CREATE_ACCOUNT_WITH_SEED, DEACTIVATE_STAKE } from './programs/native.ts';
import { CANCEL_REQUEST_WITHDRAW_VAULT, MERGE_STAKE, SPLIT_STAKE, WITHDRAW_VAULT } from './programs/rare.ts';
import { DIRECT_WITHDRAW_STRATEGY, REQUEST_WITHDRAW_VAULT } from './programs/vault.ts';
import type { Subject } from './subject.ts';
import {
  type BuildOperation,
  type Change,
  type LedgerAccount,
  parseAmount,
  parseKey,
  parseMinReceive,
  Refusal,
  SOL_DECIMALS,
  USDC_DECIMALS,
  type VerifyRequest,
} from './verification.ts';

/** Plans a part of a delegation that moves into a new stake account, whose rent the wallet pays. */
function planSplit(subject: Subject): Plan {
  const { request, answer, wallet } = subject;
  const { then } = request;
  const source = parseKey(request.stakeAccount, 'stakeAccount of the request');
  const opened = parseKey(answer['newStakeAccount'], 'newStakeAccount of the answer');
  const amount = parseAmount(request, SOL_DECIMALS);
  const rent = getRent(subject);
  const seed = requireSeed(wallet, answer, opened);
  if (then !== undefined && then !== 'deactivate') throw new Refusal('shape', 'then must be deactivate.');
  const deactivation: Expected = call(STAKE_PROGRAM, DEACTIVATE_STAKE, [opened, CLOCK, wallet]);
  return {
    instructions: [
      call(
        SYSTEM_PROGRAM,
        CREATE_ACCOUNT_WITH_SEED,
        [wallet, opened],
        [wallet, seed, rent, BigInt(STAKE_ACCOUNT_SIZE), STAKE_PROGRAM],
      ),
      call(STAKE_PROGRAM, SPLIT_STAKE, [source, opened, wallet], [amount]),
      ...(then ? [deactivation] : []),
    ],
    effects: () => ({
      leaves: [change('stake', amount, source)],
      arrives: [change('stake', amount, opened)],
      rent: [{ account: encodeAddress(opened), lamports: rent, isRefundable: true }],
    }),
  };
}

/** Plans a merge of stake accounts into another; their balances are known when the evidence has them. */
function planMerge({ request, wallet, evidence }: Subject): Plan {
  const into = parseKey(request.into, 'into of the request');
  const from = Array.from(request.from ?? [], (text) => parseKey(text, 'from of the request'));
  if (from.length === 0) throw new Refusal('shape', 'from of the request must name stake accounts.');
  return {
    instructions: from.map((source) =>
      call(STAKE_PROGRAM, MERGE_STAKE, [into, source, CLOCK, STAKE_HISTORY, wallet]),
    ),
    effects: () => {
      const leaves = from.flatMap((source) => {
        const held = evidence.before?.get(encodeAddress(source))?.lamports;
        return held === undefined ? [] : [change('stake', held, source)];
      });
      const moved = leaves.reduce((sum, { amount }) => sum + amount, 0n);
      return { leaves, arrives: moved === 0n ? [] : [change('stake', moved, into)], rent: [] };
    },
  };
}

const PLANS: Readonly<Record<string, MakePlan>> = {
  'unstake usdc-earn request': planUsdcRequest,
  'unstake usdc-earn claim': planUsdcClaim,
  'unstake usdc-earn cancel': planUsdcCancel,
  'split ': planSplit,
  'merge ': planMerge,
};

/**
 * Finds the plan of a rarely used build, for `prove`; undefined for every other build.
 *
 * @param deployment - where it has no market, exits of leveraged staking buy through the router.
 */
export function findRarePlan(
  operation: BuildOperation,
  { strategy, step }: VerifyRequest,
  deployment?: VerifyDeployment,
): MakePlan | undefined {
  if (operation !== 'unstake') return PLANS[`${operation} `];
  const { adaptor, market } = deployment?.leveraged ?? {};
  const isMarketless = adaptor !== undefined && market === undefined;
  if (isMarketless && strategy === 'sol-leveraged-stake') return planRoutedExit;
  return PLANS[`${operation} ${strategy} ${step}`];
}

/** Plans an exit for a deployment without a market: one swap by the router buys the SOL that repays the loan. */
function planRoutedExit(subject: Subject): Plan {
  return planLeveragedExit(subject, readRouterPurchase);
}

/**
 * Reads the one swap of the router's programs.
 *
 * It draws on the wallet's raSOL and pays into its wrapped SOL. Beyond these it names no account of the wallet, and its program
 * is one that passes the wallet's signature on to nobody, so that its bytes bound what it takes. The aggregator is none:
 * a route names programs that receive the signature.
 *
 * Its output is not held to its own minimum: the loan is paid from the same account right after, with wrapped SOL that
 * the wallet had kept apart by a balance requirement.
 */
function readRouterPurchase(
  { subject, wallet, vault, userSol, lendingAccount }: Buyer,
  loan: bigint,
): Purchase | undefined {
  const { deployment } = subject;
  const step = readSteps(subject).find(({ program }) =>
    deployment.routerPrograms.includes(encodeAddress(program)),
  );
  if (step === undefined) return undefined;
  const { index, program, accounts, data } = step;
  const swap = isSame(program, JUPITER_PROGRAM) ? undefined : readRouterSwap(step, wallet, deployment);
  if (swap === undefined || typeof swap.most !== 'bigint') {
    throw new Refusal('shape', `Instruction ${index} is no swap that may stand within a loan.`, {
      instruction: index,
    });
  }
  const { authority, source, destinations, minimum, most: spentAtMost } = swap;
  const due: readonly (readonly [role: string, actual: Uint8Array | undefined, due: Uint8Array])[] = [
    ['authority', authority, wallet],
    ['source', source, vault.userAsset],
    ...destinations.map((actual) => ['destination', actual, userSol] as const),
    ...swap.fixed.map((each) => [each.role, each.actual, each.due] as const),
  ];
  for (const [role, actual, key] of due) {
    if (!isSame(actual, key)) throw misplaced(index, role, actual);
  }
  const own = [wallet, vault.userAsset, userSol, vault.userLp, lendingAccount];
  const isOwn = (key: Uint8Array) => own.some((each) => isSame(each, key));
  // Authority, source and destination, once each.
  const named = accounts.filter(isOwn);
  if (named.length !== 2 + destinations.length) throw misplaced(index, 'a further account', named.at(-1));
  const { message } = subject.transaction;
  const indexes = message.instructions[index]?.accounts ?? [];
  const format: InstructionFormat = {
    name: swap.name,
    tag: data,
    fields: [],
    // Which of its own accounts a program writes to is its affair; what the message gives it is what it has.
    accounts: Array.from(indexes, (at) => ({
      role: 'account of the swap',
      isWritable: isWritableAt(message, at),
      isSigner: at < message.signerCount,
    })),
  };
  const bought = typeof minimum === 'bigint' && minimum > loan ? minimum : loan;
  return { bought, spentAtMost, due: { program, format, accounts } };
}

function misplaced(instruction: number, role: string, key: Uint8Array | undefined): Refusal {
  const account = key === undefined ? 'nobody' : encodeAddress(key);
  return new Refusal('account', `Instruction ${instruction}, a swap, has ${account} as ${role}.`, {
    instruction,
    account,
  });
}

/** Bytes of the account of a request. */
const REQUEST_SIZE = 112;
const ESCROWED_AT = 72;
const WORTH_AT = 80;
const FRACTION_BITS = 48n;

const LP_PROGRAMS = [TOKEN_PROGRAM, SYSTEM_PROGRAM];

type RequestVault = WalletVault & { readonly receipt: Uint8Array; readonly escrow: Uint8Array };

/** Plans a request of a withdrawal of USDC: an amount, or everything. Its raUSDC goes into an escrow account. */
export function planUsdcRequest(subject: Subject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = findRequestVault(subject);
  const { userLp, lpMint, escrow, receipt } = vault;
  const isAll = request.isWithdrawAll === true;
  const amount = isAll ? undefined : parseAmount(request, USDC_DECIMALS);
  const held = balanceBefore(subject, userLp);
  const burned = amount === undefined ? held : escrowedFor(subject, vault, amount);
  const [asked] = findInstruction(subject, VAULT_PROGRAM, REQUEST_WITHDRAW_VAULT)?.values ?? [];
  const accounts = [wallet, vault.protocol, vault.vault, lpMint, userLp, escrow, receipt, ...LP_PROGRAMS];
  return {
    instructions: [
      openEscrow(wallet, vault),
      // Beside "everything" the amount has no meaning.
      call(VAULT_PROGRAM, REQUEST_WITHDRAW_VAULT, [wallet, ...accounts], [amount ?? asked, false, isAll]),
      ...(isAll ? [] : [requireKept(subject, userLp, held, burned)]),
    ],
    effects: () => ({
      leaves: burned === undefined ? [] : [change(deployment.rausdcMint, burned, userLp)],
      rent: [
        ...rentOfMissing(subject, [escrow]).map((rent) => ({ ...rent, isRefundable: false })),
        ...rentOf(subject, receipt, REQUEST_SIZE),
      ],
    }),
  };
}

/** Plans the claim of what was requested: paid by the idle funds, or by one strategy of the deployment. */
export function planUsdcClaim(subject: Subject): Plan {
  const { request, wallet, deployment, evidence } = subject;
  const vault = findRequestVault(subject);
  const { userAsset, assetMint, receipt } = vault;
  const made = evidence.before?.get(encodeAddress(receipt));
  const paid = priceClaim(subject, vault, made?.data);
  const condition = requirePostCondition(subject, userAsset, {
    amount: paid,
    minReceive: parseMinReceive(request, USDC_DECIMALS),
  });
  return {
    version: subject.transaction.message.version === 0 ? 0 : 'legacy',
    instructions: [
      openTokenAccount(wallet, userAsset, assetMint),
      claim(subject, vault),
      condition.instruction,
    ],
    effects: () => ({
      arrives: [...arriving(deployment.usdcMint, userAsset, paid, condition), ...refund(subject, made)],
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

/** Plans the cancellation of a request: as much raUSDC leaves escrow as the requested USDC buys. */
export function planUsdcCancel(subject: Subject): Plan {
  const { wallet, deployment, evidence } = subject;
  const vault = findRequestVault(subject);
  const { userLp, lpMint, escrow, receipt } = vault;
  const made = evidence.before?.get(encodeAddress(receipt));
  const lp = lpOfCancelled(subject, vault, made?.data);
  const accounts = [wallet, vault.protocol, vault.vault, lpMint, userLp, escrow, receipt, ...LP_PROGRAMS];
  const condition = requirePostCondition(subject, userLp, { amount: lp });
  return {
    instructions: [
      openTokenAccount(wallet, userLp, lpMint),
      call(VAULT_PROGRAM, CANCEL_REQUEST_WITHDRAW_VAULT, accounts),
      condition.instruction,
    ],
    effects: () => ({
      arrives: [...arriving(deployment.rausdcMint, userLp, lp, condition), ...refund(subject, made)],
      rent: rentOfMissing(subject, [userLp]),
    }),
  };
}

/** The account of a request closes when it ends. */
function refund({ wallet, deployment }: Subject, made: LedgerAccount | undefined): readonly Change[] {
  return made === undefined ? [] : [change(deployment.solMint, made.lamports, wallet)];
}

/** LP that a cancelled request gives back; undefined where request or vault were not seen. */
function lpOfCancelled(
  subject: Subject,
  keys: RequestVault,
  made: Uint8Array | undefined,
): bigint | undefined {
  const seen = priceVault(subject, keys, false);
  const request = readRequest(made);
  if (seen === undefined || request === undefined) return undefined;
  const { vault, shares } = seen;
  const { escrowed, bits } = request;
  const worth = bits >> FRACTION_BITS;
  const rest = shares.unlocked - worth;
  if (rest <= 0n) return escrowed;
  // The price is of whole base units, while what buys has its fraction.
  const divisor = (rest * BASIS_POINTS + worth * vault.redemptionFeeBps) << FRACTION_BITS;
  const lp = (bits * (shares.lp - escrowed) * (BASIS_POINTS - vault.redemptionFeeBps)) / divisor;
  return lp < escrowed ? lp : escrowed;
}

/** Computes the LP that a request of an amount takes, at the price of the last update and without accruing a fee. */
function escrowedFor(subject: Subject, keys: RequestVault, amount: bigint): bigint | undefined {
  const seen = priceVault(subject, keys, false);
  return seen && lpForAsset(seen.vault, seen.shares, amount);
}

function openEscrow(wallet: Uint8Array, { escrow, receipt, lpMint }: RequestVault): Expected {
  const opened = openTokenAccount(wallet, escrow, lpMint);
  return { ...opened, accounts: opened.accounts.with(2, receipt) };
}

function findRequestVault({ wallet, deployment }: Subject): RequestVault {
  const keys = deploymentKeys(deployment);
  return { ...ofWallet(keys.usdcVault(), wallet), ...findRequestAccounts({ wallet }, keys) };
}

/** The lesser of what its LP were worth then and are worth now; undefined where request or vault were not seen. */
function priceClaim(subject: Subject, vault: RequestVault, made: Uint8Array | undefined): bigint | undefined {
  const priced = priceVault(subject, vault);
  const request = readRequest(made);
  if (priced === undefined || request === undefined) return undefined;
  const { escrowed, bits } = request;
  const worth = bits >> FRACTION_BITS;
  const now = assetForLp(priced.vault, priced.shares, escrowed);
  return worth < now ? worth : now;
}

/** LP in escrow, and what they were worth, with 48 fraction bits. */
function readRequest(made: Uint8Array | undefined): { escrowed: bigint; bits: bigint } | undefined {
  if (made?.length !== REQUEST_SIZE) return undefined;
  const [escrowed = 0n, fraction = 0n, whole = 0n] = [ESCROWED_AT, WORTH_AT, WORTH_AT + 8].map((at) =>
    u64At(made, at),
  );
  return { escrowed, bits: (whole << 64n) | fraction };
}

/** @throws {Refusal} rule `account` for a strategy that is not of the deployment. */
function claim(subject: Subject, vault: RequestVault): Expected {
  const { wallet, deployment } = subject;
  const { protocol, assetMint, lpMint, escrow, userAsset, receipt } = vault;
  const found = findInstruction(subject, VAULT_PROGRAM, DIRECT_WITHDRAW_STRATEGY);
  if (found === undefined) {
    const idle = [assetMint, lpMint, escrow, vault.idle, vault.idleAuthority, userAsset, receipt];
    return call(VAULT_PROGRAM, WITHDRAW_VAULT, [wallet, protocol, vault.vault, ...idle, ...PROGRAMS]);
  }
  const strategy = deploymentKeys(deployment)
    .usdcStrategies()
    .find(({ strategy: key }) => isSame(key, found.accounts[STRATEGY_AT]));
  if (strategy === undefined) throw new Refusal('account', 'A strategy is not one of the deployment.');
  const own = (name: WalletAccount) => (name === 'wallet' ? wallet : userAsset);
  const accounts = [
    ...[wallet, protocol, vault.vault, strategy.receipt, strategy.strategyReceipt, strategy.directReceipt],
    ...[strategy.strategy, assetMint, lpMint, escrow, strategy.authority, userAsset, strategy.asset],
    ...[receipt, strategy.program, ...PROGRAMS, ...strategy.accountsOf(own)],
  ];
  const values = [strategy.arguments];
  const due = call(VAULT_PROGRAM, DIRECT_WITHDRAW_STRATEGY, accounts, values, strategy.accounts);
  return strategy.picks ? withPicked(subject, due, found.accounts) : due;
}
