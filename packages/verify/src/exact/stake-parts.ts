import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM, SYSTEM_PROGRAM } from '../bytes/known-keys.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import { STAKE_ACCOUNT_SIZE } from '../ledger/stake-account.ts';
import { parseAmount } from '../parse-amount.ts';
import { DEACTIVATE_STAKE } from '../programs/stake.ts';
import { MERGE_STAKE, SPLIT_STAKE } from '../programs/stake-parts.ts';
import { CREATE_ACCOUNT_WITH_SEED } from '../programs/system.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';
import { getRent, requireKey, requireSeed, SOL_DECIMALS } from './native.ts';
import { change, type Expected, type Plan } from './plan.ts';

/** Plans a part of a delegation that moves into a new stake account, whose rent the wallet pays. */
export function planSplit(subject: ExactSubject): Plan {
  const { request, answer, wallet } = subject;
  const { then } = request;
  const source = requireKey(request.stakeAccount, 'stakeAccount of the request');
  const opened = requireKey(answer['newStakeAccount'], 'newStakeAccount of the answer');
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
    version: 'legacy',
    signers: [wallet],
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
export function planMerge({ request, wallet, evidence }: ExactSubject): Plan {
  const into = requireKey(request.into, 'into of the request');
  const from = Array.from(request.from ?? [], (text) => requireKey(text, 'from of the request'));
  if (from.length === 0) throw new Refusal('shape', 'from of the request must name stake accounts.');
  return {
    version: 'legacy',
    signers: [wallet],
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
