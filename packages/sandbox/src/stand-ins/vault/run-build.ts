import { base58 } from '@scure/base';
import { address, type Instruction } from '@solana/kit';
import type { Fault } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { compileOrder } from '../router/compile-order.ts';
import type { Draft } from '../router/order.ts';
import { createBuildCorruptor } from './corrupt-build.ts';
import type { Fields } from './read-fields.ts';
import type { Build } from './vault-builds.ts';
import { VaultError } from './vault-error.ts';

const MEMO_PROGRAM_ADDRESS = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/**
 * Answers a request for a transaction.
 *
 * @param memo - the origin of the request, which the provider writes into some transactions.
 */
export type RunBuild = (
  build: Build,
  body: Fields,
  fault: Fault | undefined,
  memo: string | undefined,
) => Promise<{ readonly transaction: string }>;

/** Creates the part of the stand-in that compiles transactions, honest ones and those of an injected fault. */
export function createBuildRunner(node: NodeView): RunBuild {
  const { ledger } = node;
  const corruptor = createBuildCorruptor();

  const createDouble = (build: Build, body: Fields): Draft | undefined => {
    const amount = body['lamportAmount'];
    if (typeof amount !== 'string' || body['isWithdrawAll'] === true) return undefined;
    try {
      return build(ledger, { ...body, lamportAmount: (BigInt(amount) * 2n).toString() });
    } catch (error) {
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  };

  return async (build, body, fault, memo) => {
    const draft = build(ledger, body);
    const instructions = memo === undefined ? draft.instructions : [...draft.instructions, createNote(memo)];
    const honest = { ...draft, instructions };
    const corrupted =
      fault?.mode === 'malicious'
        ? await corruptor(honest, ledger, { variant: fault.variant, doubled: createDouble(build, body) })
        : undefined;
    const { bytes } = compileOrder(
      { feePayer: draft.wallet, instructions, units: draft.units, ...corrupted },
      node,
    );
    const transaction =
      fault?.mode === 'base64' ? Buffer.from(bytes).toString('base64') : base58.encode(bytes);
    return { transaction };
  };
}

function createNote(referer: string): Instruction {
  return { programAddress: MEMO_PROGRAM_ADDRESS, data: new TextEncoder().encode(`source: ${referer}`) };
}
