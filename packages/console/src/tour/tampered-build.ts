import { verifyBuild } from '@staking-agent/sdk/verify';
import { getSession, SessionFault } from '../state/session.ts';
import type { Refusal, Step } from './step.ts';

const LAMPORTS_PER_SOL = 1_000_000_000n;

/** An answer that was changed on its way. */
export const tamperedBuild: Step = {
  title: 'Somebody changes the transaction on its way to the wallet',
  plan: 'Builds a stake of 1 SOL, changes the amount within the bytes to 9 SOL as a proxy or a broken service could, and has this page check it before it is signed.',
  async run(wallet) {
    const { client, pinned } = getSession();
    if (pinned === undefined) throw new SessionFault('This page knows no addresses of this deployment.');
    const request = { strategy: 'sol-native-stake', wallet, amount: '1' } as const;
    const build = await client.stake(request);
    const rent = BigInt(build.rentExemptReserveLamports);
    const transaction = replaceAmount(
      build.transaction,
      LAMPORTS_PER_SOL + rent,
      9n * LAMPORTS_PER_SOL + rent,
    );
    const { findings } = await verifyBuild(
      'stake',
      request,
      { ...build, transaction },
      { deployment: pinned },
    );
    const what = 'The answer of the service says 1 SOL; the bytes say 9';
    const refusal: Refusal = findings.length === 0 ? { what } : { what, findings };
    return {
      refusals: [refusal],
      happened:
        'The check in this page read the bytes, not the words beside them, and named the instruction.',
    };
  },
  why: 'The wallet is not asked before the bytes are proved to do what was asked, by code on your side that believes neither the service nor the network.',
};

/** Replaces an amount of 8 bytes, the lowest first, where it stands in a transaction. */
function replaceAmount(base64: string, before: bigint, after: bigint): string {
  const bytes = atob(base64);
  const [old, changed] = [toLetters(before), toLetters(after)];
  if (!bytes.includes(old)) throw new SessionFault('The amount does not stand in the transaction.');
  return btoa(bytes.replace(old, () => changed));
}

function toLetters(amount: bigint): string {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, amount, true);
  return String.fromCharCode(...bytes);
}
