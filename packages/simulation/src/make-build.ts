import { problem } from '../../api/src/problems/problem.ts';
import { assertReplaceable } from '../../api/src/transactions/assert-replaceable.ts';
import { MARGIN_BLOCKS } from '../../api/src/transactions/landing.ts';
import {
  type BuildAnswer,
  readBuild,
  replaceOnce,
  type TokenedBuild,
} from '../../api/src/transactions/replace-once.ts';
import { issueServiceToken } from '../../api/src/transactions/service-token.ts';
import { readSignedTransaction } from '../../api/src/transactions/signed-transaction.ts';
import type { Built, Purpose } from './built.ts';
import { type MessageParts, writeMessage } from './message.ts';
import type { ReplicaParts, ServiceParts } from './replica-parts.ts';
import { CONFIRMED_DEPTH, heightOf, LIFETIME } from './simulated-ledger.ts';

/** A blockhash of the router may be newer than the service knew: as many blocks as the margin of the service bears. */
const NEWER_BLOCKS = Number(MARGIN_BLOCKS) + CONFIRMED_DEPTH;
const REFRESH_SECONDS = 600;

/** Builds a payment as `POST /stake` does, but for the strategy, which is a message that names the purpose. */
export async function buildFirst(
  purpose: Purpose,
  parts: ReplicaParts,
  services: ServiceParts,
): Promise<BuildAnswer> {
  const { code, wallet } = purpose;
  services.switches.assertRunning('sol-native-stake');
  const claim =
    code === undefined
      ? undefined
      : await services.attribution.resolve({ partnerKey: undefined, referralCode: code }, wallet.address);
  const answer = await make(purpose, claim, parts, services);
  if (claim !== undefined) await services.attribution.record(claim, wallet.address, answer.transaction);
  return answer;
}

/** Refreshes a build as `POST /refresh` does. */
export async function buildAnew(built: Built, parts: ReplicaParts, services: ServiceParts): Promise<Built> {
  const { plant, builds } = parts;
  const { transaction, token, wallet } = built;
  services.switches.assertRunning('sol-native-stake');
  const asked = readBuild({ transaction: transaction.base64, service_token: token }, services);
  const makeNext = async ({ transaction, contents }: TokenedBuild) => {
    const { issuedAt, contextSlot, attribution } = contents;
    if (Math.floor(services.clock.now() / 1_000) > issuedAt + REFRESH_SECONDS)
      throw problem('REFRESH_TOO_LATE', { minutes: 10 });
    const lastValidBlockHeight = plant === 'refresh without a height' ? 0n : contents.lastValidBlockHeight;
    await assertReplaceable(
      { transaction, wallet: wallet.address, lastValidBlockHeight, contextSlot, isExclusive: false },
      services,
    );
    return await make(built, attribution, parts, services);
  };
  const answer = await replaceOnce(asked, makeNext, services);
  const { attribution: claim } = asked.contents;
  if (claim !== undefined) await services.attribution.record(claim, wallet.address, answer.transaction);
  return builds.get(answer.transaction) as Built;
}

async function make(
  purpose: Purpose,
  attribution: TokenedBuild['contents']['attribution'],
  { dice, ledger, builds, plant }: ReplicaParts,
  { blockhash, clock, tokenKeys }: ServiceParts,
): Promise<BuildAnswer> {
  const { wallet, route, account } = purpose;
  const lifetime = await blockhash.get();
  const known = Number(lifetime.contextSlot);
  // The router may take one that is not confirmed.
  const newest = Math.max(known, ledger.slot());
  const slot = route === 'rpc' ? known : Math.min(known + dice.between(0, NEWER_BLOCKS), newest);
  // Without the margin the service knew as little as it may.
  const lastValidBlockHeight =
    plant === 'no margin' && route === 'router'
      ? BigInt(heightOf(slot - NEWER_BLOCKS) + LIFETIME) - MARGIN_BLOCKS
      : lifetime.lastValidBlockHeight;
  const message: MessageParts = {
    payer: wallet.publicKey,
    blockhash: ledger.blockhashOf(slot),
    unitLimit: 10_000 + dice.between(0, 999),
    unitPrice: 20_000 + dice.between(0, 999),
    data: Buffer.from(account ?? wallet.name),
  };
  const bytes = writeMessage(message);
  const base64 = Buffer.concat([Buffer.of(1), Buffer.alloc(64), bytes]).toString('base64');
  const contents = {
    route: route === 'router' ? ('token' as const) : ('rpc' as const),
    lastValidBlockHeight,
    contextSlot: lifetime.contextSlot,
    ...(attribution && { attribution }),
  };
  const token = issueServiceToken(tokenKeys, bytes, contents, Math.floor(clock.now() / 1_000));
  const transaction = readSignedTransaction(base64);
  builds.set(base64, {
    ...purpose,
    ...{ transaction, token, lastValidBlockHeight },
    parts: message,
    blockhashSlot: slot,
  });
  return {
    transaction: base64,
    service_token: token,
    expiry: {
      blockhash: lifetime.blockhashText,
      lastValidBlockHeight: String(lastValidBlockHeight),
      validForSeconds: null,
      tokenExpiresAt: '',
    },
  };
}
