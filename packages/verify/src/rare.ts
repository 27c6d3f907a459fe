import { readRouterSwap } from './bounded/calls.ts';
import { readSteps } from './bounded/scene.ts';
import { CLOCK, JUPITER_PROGRAM, STAKE_HISTORY, STAKE_PROGRAM, SYSTEM_PROGRAM } from './bytes/known-keys.ts';
import { isWritableAt } from './bytes/message.ts';
import { encodeAddress, isSame } from './bytes/text.ts';
import type { VerifyDeployment } from './deployment.ts';
import type { Buyer, Purchase } from './exact/flash-exit.ts';
import { planLeveragedExit } from './exact/leveraged.ts';
import { getRent, requireSeed, SOL_DECIMALS } from './exact/native.ts';
import { change, type Expected, type MakePlan, type Plan } from './exact/plan.ts';
import { planUsdcCancel, planUsdcClaim, planUsdcRequest } from './exact/vault-request.ts';
import { STAKE_ACCOUNT_SIZE } from './ledger/accounts.ts';
import type { InstructionFormat } from './programs/instruction-format.ts';
import { CREATE_ACCOUNT_WITH_SEED, DEACTIVATE_STAKE } from './programs/native.ts';
import { MERGE_STAKE, SPLIT_STAKE } from './programs/rare.ts';
import {
  type BuildOperation,
  type ExactSubject,
  parseAmount,
  parseKey,
  type VerifyRequest,
} from './subject.ts';
import { Refusal } from './verification.ts';

/** Plans a part of a delegation that moves into a new stake account, whose rent the wallet pays. */
function planSplit(subject: ExactSubject): Plan {
  const { request, answer, wallet } = subject;
  const { then } = request;
  const source = parseKey(request.stakeAccount, 'stakeAccount of the request');
  const opened = parseKey(answer['newStakeAccount'], 'newStakeAccount of the answer');
  const amount = parseAmount(request.amount, 'amount', SOL_DECIMALS);
  const rent = getRent(subject);
  const seed = requireSeed(wallet, answer, opened);
  if (then !== undefined && then !== 'deactivate') throw new Refusal('shape', 'then must be deactivate.');
  const deactivation: Expected = {
    program: STAKE_PROGRAM,
    format: DEACTIVATE_STAKE,
    accounts: [opened, CLOCK, wallet],
  };
  return {
    instructions: [
      {
        program: SYSTEM_PROGRAM,
        format: CREATE_ACCOUNT_WITH_SEED,
        accounts: [wallet, opened],
        values: [wallet, seed, rent, BigInt(STAKE_ACCOUNT_SIZE), STAKE_PROGRAM],
      },
      {
        program: STAKE_PROGRAM,
        format: SPLIT_STAKE,
        accounts: [source, opened, wallet],
        values: [amount],
      },
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
function planMerge({ request, wallet, evidence }: ExactSubject): Plan {
  const into = parseKey(request.into, 'into of the request');
  const from = Array.from(request.from ?? [], (text) => parseKey(text, 'from of the request'));
  if (from.length === 0) throw new Refusal('shape', 'from of the request must name stake accounts.');
  return {
    instructions: from.map((source) => ({
      program: STAKE_PROGRAM,
      format: MERGE_STAKE,
      accounts: [into, source, CLOCK, STAKE_HISTORY, wallet],
    })),
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
function planRoutedExit(subject: ExactSubject): Plan {
  return planLeveragedExit(subject, readRouterPurchase);
}

/**
 * Reads the one swap of the router's programs.
 *
 * It draws on the wallet's raSOL and pays into its wrapped SOL. Beyond these it names no account of the wallet, and its program
 * is one that passes the wallet's signature on to nobody, so that its bytes bound what it takes. The aggregator is none:
 * a route names programs that receive the signature.
 *
 * What it brings is not held to its own minimum: the loan is paid from the same account right after, with wrapped SOL that
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
  const swap = isSame(program, JUPITER_PROGRAM) ? undefined : readRouterSwap(step, { wallet }, deployment);
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
