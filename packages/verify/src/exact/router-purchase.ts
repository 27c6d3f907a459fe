import { JUPITER_PROGRAM } from '../bounded/program-keys.ts';
import { readSteps } from '../bounded/scene.ts';
import { readRouterSwap } from '../bounded/swaps/read-swap.ts';
import { isSame } from '../bytes/is-same.ts';
import { isWritableAt } from '../bytes/resolve-accounts.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import type { InstructionFormat } from '../programs/instruction-format.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';
import type { Purchase } from './flash-amounts.ts';
import type { Buyer } from './flash-exit.ts';
import { planLeveragedExit } from './leveraged.ts';
import type { Plan } from './plan.ts';

/** Plans an exit for a deployment without a market: one swap by the router buys the SOL that repays the loan. */
export function planRoutedExit(subject: ExactSubject): Plan {
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
