import type { Address } from '@solana/kit';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import type { Build, CompiledBuild, Finished } from '../../api/src/builds/build.ts';
import type { Finishing } from '../../api/src/builds/finish.ts';
import { hashMessage } from '../../api/src/builds/message.ts';
import { printUnsigned } from '../../api/src/builds/provided.ts';
import { encodeBuildRecord } from '../../api/src/builds/record.ts';
import { readSignedTransaction } from '../../api/src/builds/signed.ts';
import { issueServiceToken } from '../../api/src/builds/token.ts';
import { fromStoreFault } from '../../api/src/problems/faults.ts';
import { problem } from '../../api/src/problems/problem.ts';
import { MARGIN_BLOCKS } from '../../api/src/sending/landing.ts';
import { readBuild, toOffered } from '../../api/src/sending/offer.ts';
import { replaceOnce } from '../../api/src/sending/refresh.ts';
import type { Built, Purpose } from './built.ts';
import { type MessageParts, writeMessage } from './message.ts';
import type { ReplicaParts, ServiceParts } from './replica-parts.ts';
import { CONFIRMED_DEPTH } from './simulated-ledger.ts';

/** A blockhash of the router may be newer than the service knew: as many blocks as the margin of the service bears. */
const NEWER_BLOCKS = Number(MARGIN_BLOCKS) + CONFIRMED_DEPTH;

/** Builds a payment as `POST /stake` does, but for the strategy, which is a message that names the purpose. */
export async function buildFirst(
  purpose: Purpose,
  parts: ReplicaParts,
  services: ServiceParts,
): Promise<Finished> {
  const { code, wallet } = purpose;
  services.switches.assertRunning('sol-native-stake');
  const attribution =
    code === undefined
      ? undefined
      : await services.attribution.resolve({ partnerKey: undefined, referralCode: code }, wallet.address);
  await services.valueGate.assertRoom('sol-native-stake', purpose.amount);
  const drafts = createDrafts(purpose, parts, services);
  const answer = await drafts.finish(await drafts.make(), { attribution });
  // The router's is handed out once, and one with a claim is looked for.
  if (attribution === undefined && purpose.route === 'rpc') return answer;
  const { build, form } = toOffered(readBuild(answer, services));
  const isNew = await services.builds.offer(build, form).catch((error: unknown) => {
    throw fromStoreFault(error, attribution === undefined ? 'provider build' : 'attribution');
  });
  if (!isNew) throw problem('EQUAL_BUILD_ISSUED');
  return answer;
}

/** Refreshes a build as `POST /refresh` does. */
export async function buildAnew(built: Built, parts: ReplicaParts, services: ServiceParts): Promise<Built> {
  services.switches.assertRunning('sol-native-stake');
  const asked = readBuild({ transaction: built.transaction.base64, service_token: built.token }, services);
  const { make, finish } = createDrafts(built, parts, services);
  const answer = await replaceOnce(asked, make, services, finish);
  return parts.builds.get(answer.transaction) as Built;
}

/** A message that a purpose is named in, and what finishes it: the place of a strategy and of `finishBuild`. */
function createDrafts(
  purpose: Purpose | Built,
  { dice, ledger, builds }: ReplicaParts,
  { blockhash, clock, tokenKeys }: ServiceParts,
) {
  const { wallet, route, account } = purpose;
  const strategy = 'sol-native-stake';
  const amount = formatAmount(purpose.amount, ASSET_DECIMALS.SOL);
  const drafts = new WeakMap<
    object,
    { readonly message: Uint8Array; readonly parts: MessageParts; readonly slot: number }
  >();
  const make = async (): Promise<CompiledBuild<object>> => {
    const lifetime = await blockhash.get();
    const known = Number(lifetime.contextSlot);
    // The router may take one that is not confirmed.
    const newest = Math.max(known, ledger.slot());
    const slot = route === 'rpc' ? known : Math.min(known + dice.between(0, NEWER_BLOCKS), newest);
    const parts: MessageParts = {
      payer: wallet.publicKey,
      blockhash: ledger.blockhashOf(slot),
      unitLimit: 10_000 + dice.between(0, 999),
      unitPrice: 20_000 + dice.between(0, 999),
      data: Buffer.from(account ?? wallet.name),
    };
    const message = writeMessage(parts);
    const draft: CompiledBuild<object> = {
      ...({ by: 'service', operation: 'stake', simulated: 'spared' } as const),
      ...{ message, lifetime, fields: {} },
      request: { wallet: wallet.address, strategy, amount },
      wallet: wallet.address as Address,
    };
    drafts.set(draft, { message, parts, slot });
    return draft;
  };
  const finish = async (build: Build<object>, { attribution, root }: Finishing): Promise<Finished> => {
    const draft = drafts.get(build);
    if (draft === undefined) throw new Error('A build of another request.');
    const { message, parts, slot } = draft;
    const { lastValidBlockHeight, contextSlot, blockhashText } = build.lifetime;
    const contents = {
      record: encodeBuildRecord({ operation: 'stake', request: { strategy, amount }, root, figures: {} }),
      route: route === 'router' ? ('token' as const) : ('rpc' as const),
      ...{ lastValidBlockHeight, contextSlot },
      ...(attribution && { attribution }),
    };
    const token = issueServiceToken(tokenKeys, message, contents, Math.floor(clock.now() / 1_000));
    const base64 = printUnsigned(message);
    builds.set(base64, {
      ...purpose,
      ...{ transaction: readSignedTransaction(base64), token, lastValidBlockHeight, parts },
      root: 'root' in purpose ? purpose.root : hashMessage(message),
      blockhashSlot: slot,
    });
    const expiry = {
      ...{ blockhash: blockhashText, lastValidBlockHeight: String(lastValidBlockHeight) },
      ...{ validForSeconds: null, tokenExpiresAt: '' },
    };
    return { transaction: base64, service_token: token, expiry, signers: [wallet.address] };
  };
  return { make, finish };
}
