import type { AmountAsset, ExitOptionPath, UnstakeBody } from '@staking-agent/wire';
import { isProblemError } from '../problems/problem-error.ts';
import type { ExitDraft, Way } from './exit-draft.ts';
import type { ExitScene } from './exit-scene.ts';
import { print, readReceived, type TriedBuild } from './tried-build.ts';

/** Tries one kind of unstake, and describes what the proof says of it. */
export async function tryWay(
  path: ExitOptionPath,
  body: UnstakeBody,
  { tryUnstake }: ExitScene,
  draft: (tried: TriedBuild, least: bigint | undefined) => Omit<ExitDraft, 'path' | 'via'>,
): Promise<Way> {
  const tried = await tryUnstake(body);
  if (isProblemError(tried)) return { path, refusal: tried };
  return { path, via: tried.via, ...draft(tried, readReceived(tried.receipt).least) };
}

/** What a call asks for at least, as members of its body; nothing where nothing is sure. */
export function askLeast(asset: AmountAsset, least: bigint | undefined): { readonly minReceive?: string } {
  return least === undefined ? {} : { minReceive: print(asset, least) };
}
