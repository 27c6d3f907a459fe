import { effect } from '@preact/signals';
import type { Fate } from '@staking-agent/sdk/verify';
import { keepingFetch } from './requests.ts';
import { getSession } from './session.ts';
import { type Ended, isOpen, noteDeadAfter, settle, underWay } from './under-way.ts';

const PAUSE_MILLISECONDS = 3_000;

const ENDS: Readonly<Partial<Record<Fate, Ended>>> = { landed: 'landed', failed: 'failed', dead: 'expired' };

/**
 * Has the page's own ledger node say how a transaction ended that nobody follows any more: after a reload, in another tab,
 * or where its end stayed open. Without a node nothing is proved, and a person has to look.
 */
export function followOpen(): void {
  const { rpcUrl } = getSession().config;
  if (rpcUrl === null) return;
  let followed: string | undefined;
  effect(() => {
    const { signature, state } = underWay.value ?? {};
    if (signature === undefined || state !== 'open' || signature === followed) return;
    followed = signature;
    const stop = () => {
      followed = undefined;
    };
    // What cannot be followed now is held, and followed by the next page.
    followToEnd(signature, rpcUrl).then(stop, stop);
  });
}

async function followToEnd(signature: string, rpc: string): Promise<void> {
  const { findFate, readDeadAfter } = await import('@staking-agent/sdk/verify');
  const node = { rpc, fetch: keepingFetch };
  for (let measured: string | undefined; isOpen(signature); ) {
    measured ??= await readDeadAfter(node);
    const deadAfter = earlier(underWay.value?.deadAfter, measured);
    if (deadAfter !== undefined) noteDeadAfter(signature, deadAfter);
    const end = ENDS[await findFate({ ...node, signature, deadAfter })];
    if (end !== undefined) return settle(signature, end);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

/** What is signed exists: it lives no longer than what is built now, also on a sandbox that began anew meanwhile. */
function earlier(kept: string | undefined, measured: string | undefined): string | undefined {
  if (kept === undefined || measured === undefined) return kept ?? measured;
  return BigInt(kept) < BigInt(measured) ? kept : measured;
}
