import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { sleep } from '../../../api/src/runtime/clock.ts';
import type { Dice } from '../dice.ts';
import { drawIntent, type Intent, type Receipt } from './intents.ts';
import { call, type Members, type Reply } from './vm-calls.ts';
import { countSigners, type VmWallet } from './vm-wallet.ts';
import type { VmWorld } from './vm-world.ts';

/** What a caller lives on. */
type VmCallerParts = {
  readonly world: VmWorld;
  readonly wallet: VmWallet;
  readonly dice: Dice;
};

/** How an intent ended: it was done, or refused for a reason that time does not mend. */
export type End = { readonly intent: Intent; readonly isDone: boolean };

/** A build that waits to be signed, and for which intent it was asked. */
type Pursued = {
  readonly intent: Intent;
  readonly number: number;
  readonly built: Members;
  /** In which it was asked for. */
  readonly epoch: bigint;
  /** Whether it took the place of another one; its answer has no receipt. */
  readonly isRefreshed: boolean;
};

const PATIENCE_FOR_ROUTER = 60_000;
const INTENTS = { least: 1, most: 3 };
/** Share of the signatures that are under another blockhash. */
const EDITED = 0.15;
/** Share of the callers who name the least that they take. */
const CAREFUL = 0.3;
/** Hundredths of a percent of what is expected that they take at the least. */
const LEASTS = [9_990, 9_999];
const TOO_DEAR: ReadonlySet<unknown> = new Set(['PRICE_OUT_OF_BOUNDS', 'MIN_RECEIVE_NOT_HELD']);
const TAKES_LEAST = /^(?:liquid|usdc)/;

/** Wants one to three things one after the other, and does of each exactly what the answers say. */
export async function callVm(parts: VmCallerParts): Promise<readonly End[]> {
  const { dice, wallet, world } = parts;
  const ends: End[] = [];
  await sleep(world.clock, dice.between(500, 12_000));
  for (let left = dice.between(INTENTS.least, INTENTS.most); left > 0; left -= 1) {
    const before = ends.map((end) => end.intent);
    const intent = await nameLeast(drawIntent(dice, wallet, before), parts);
    world.witness.note(`${wallet.name} wants ${intent.name}`);
    const isDone = await pursue(intent, ends.length, parts);
    ends.push({ intent, isDone });
    await sleep(world.clock, dice.between(100, 6_000));
  }
  return ends;
}

/** Some look first at what a build would bring, and then ask for nearly that as the least. */
async function nameLeast(intent: Intent, { world, dice }: VmCallerParts): Promise<Intent> {
  const { path, body, name } = intent;
  if (!dice.chance(CAREFUL) || !TAKES_LEAST.test(name)) return intent;
  const reply = await call({ method: 'POST', path, body }, world, dice);
  const { receive } = Object(reply?.members['receipt']) as Pick<Receipt, 'receive'>;
  if (reply?.status !== 200 || !receive) return intent;
  const decimals = receive.expected.asset === 'USDC' ? 6 : 9;
  const least = (BigInt(receive.expected.baseUnits) * BigInt(dice.pick(LEASTS))) / 10_000n;
  const digits = String(least).padStart(decimals + 1, '0');
  const minReceive = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return {
    ...intent,
    body: { ...body, minReceive },
    least: { asset: receive.expected.asset, baseUnits: String(least) },
  };
}

/** Builds and broadcasts until it is done; a build that is dead is followed by another one. */
async function pursue(intent: Intent, number: number, parts: VmCallerParts): Promise<boolean> {
  const { world, dice } = parts;
  let epoch = world.ledger.epoch();
  let built = await build(intent, parts);
  let isRefreshed = false;
  while (built !== undefined) {
    // Approvals may take longer than a blockhash lives.
    if (dice.chance(0.15)) await sleep(world.clock, dice.between(20_000, 45_000));
    const next: Next = await broadcastUntilEnd({ intent, number, built, epoch, isRefreshed }, parts);
    if (next === 'done') return true;
    epoch = world.ledger.epoch();
    isRefreshed = next !== 'dead';
    built = next === 'dead' ? await build(intent, parts) : next;
  }
  return false;
}

/** Asks until there is an answer, or a refusal that time does not mend. */
async function build(
  { path, body, least }: Intent,
  { world, dice }: VmCallerParts,
): Promise<Members | undefined> {
  const key = dice.chance(0.6) ? `key-${dice.bytes(12).toString('hex')}` : undefined;
  for (;;) {
    const reply = await call({ method: 'POST', path, body, key }, world, dice);
    // Some know nothing of the first answer.
    if (reply?.status === 200 && !dice.chance(0.1)) return reply.members;
    const isTooDear = least !== undefined && TOO_DEAR.has(reply?.members['code']);
    if (reply !== undefined && (isTooDear || reply.members['retryable'] === false)) return undefined;
    await sleep(world.clock, Math.max(dice.between(300, 2_000), reply?.pause ?? 0));
  }
}

/** Broadcasts the same bytes until they landed, or the word is final, or a refresh is granted. */
async function broadcastUntilEnd(pursued: Pursued, parts: VmCallerParts): Promise<Next> {
  const { world, dice } = parts;
  const { base64, signature, ...edited } = sign(pursued, parts);
  await sleep(world.clock, dice.chance(0.2) ? dice.between(26_000, 29_800) : dice.between(100, 4_000));
  for (;;) {
    const reply = await broadcast({ signed_tx: base64, ...edited }, pursued.built, parts);
    const isEdited = 'built_transaction' in edited;
    const next = await goOn(reply, { signature, isEdited }, pursued.built, parts);
    if (next !== undefined) return next;
    await sleep(world.clock, Math.max(dice.between(300, 2_000), reply?.pause ?? 0));
  }
}

/** What follows from an answer: the end of it, the build that replaces it, or another try. */
type Next = 'done' | 'dead' | Members;

/** Signs, as built or with the newest blockhash there is, as some wallets do; and tells the witness for what. */
function sign(
  { intent, number, built, epoch, isRefreshed }: Pursued,
  { world, wallet, dice }: VmCallerParts,
) {
  const transaction = String(built['transaction']);
  const isEdited = dice.chance(EDITED) && countSigners(transaction) === 1;
  const signed = wallet.sign(isEdited ? restamp(transaction, built, world) : transaction);
  const { signature } = signed;
  const { stakeAccount } = intent.body;
  const stakeLamports =
    stakeAccount === undefined ? 0n : (world.ledger.findAccount(stakeAccount as Address)?.lamports ?? 0n);
  world.signed.set(signature, {
    signature,
    caller: wallet.name,
    number,
    intent,
    built,
    stakeLamports,
    epoch,
    isRefreshed,
  });
  return { ...signed, ...(isEdited && { built_transaction: transaction }) };
}

/** Puts the newest blockhash into a transaction. */
function restamp(transaction: string, { expiry }: Members, { ledger }: VmWorld): string {
  const bytes = Buffer.from(transaction, 'base64');
  const { blockhash } = expiry as { readonly blockhash: string };
  const at = bytes.indexOf(Buffer.from(base58.decode(blockhash)));
  Buffer.from(base58.decode(ledger.blocks.tip().blockhash)).copy(bytes, at);
  return bytes.toString('base64');
}

/** What was signed; with another blockhash it lives longer than the build says. */
type Asked = { readonly signature: string; readonly isEdited: boolean };

async function goOn(
  reply: Reply | undefined,
  signed: Asked,
  built: Members,
  parts: VmCallerParts,
): Promise<Next | undefined> {
  const { world, dice } = parts;
  const { signature } = signed;
  const isTaken = reply?.status === 200;
  const status = isTaken || dice.chance(0.3) ? await readStatus(signed, built, parts) : undefined;
  if (status !== undefined) return status === 'landed' ? 'done' : 'dead';
  const onWord = (word: string) => world.witness.onFinal(signature, word);
  const end = readEnd(reply, onWord);
  if (end !== undefined || isTaken) return end;
  const isReplaced = reply?.members['code'] === 'BUILD_REPLACED';
  if (!isReplaced && !dice.chance(0.25)) return undefined;
  const anew = await refresh(built, parts);
  if (anew === 'landed') return 'done';
  if (anew === 'too late') return isReplaced ? 'dead' : undefined;
  if (anew !== undefined) onWord('replaced');
  return anew && { ...built, ...anew };
}

function readEnd(reply: Reply | undefined, onWord: (word: string) => void): 'done' | 'dead' | undefined {
  if (reply === undefined || reply.status === 200) return undefined;
  const { code, outcome } = reply.members;
  if (code === 'STAKE_ACCOUNT_EXISTS' || code === 'OTHER_FORM_LANDED') return 'done';
  if (outcome === 'rejected' || outcome === 'expired') {
    onWord(String(outcome));
    return 'dead';
  }
  const isOver = code === 'TOKEN_EXPIRED' || code === 'BUILD_ENDED';
  return isOver && outcome === 'not_sent' ? 'dead' : undefined;
}

async function broadcast(
  signed: { readonly signed_tx: string; readonly built_transaction?: string },
  built: Members,
  { world, dice }: VmCallerParts,
): Promise<Reply | undefined> {
  const { service_token, route, routerKind, router_order } = built;
  // The router does not take what it has not built; some go past it anyway.
  const isRouted = route === 'router' && signed.built_transaction === undefined && !dice.chance(0.2);
  const key = dice.chance(0.3) ? `broadcast-${dice.bytes(12).toString('hex')}` : undefined;
  const body = { ...signed, service_token, ...(isRouted && { route, routerKind, router_order }) };
  const patience = isRouted ? { patience: PATIENCE_FOR_ROUTER } : {};
  return await call({ method: 'POST', path: '/broadcast', body, key, ...patience }, world, dice);
}

/** Asks what became of it; undefined where nothing final is said. */
async function readStatus(
  { signature, isEdited }: Asked,
  { expiry }: Members,
  { world, dice }: VmCallerParts,
): Promise<'landed' | 'failed' | 'expired' | undefined> {
  const { lastValidBlockHeight } = expiry as { readonly lastValidBlockHeight: string };
  const height = isEdited ? '' : `&lastValidBlockHeight=${lastValidBlockHeight}`;
  const path = `/transactions/${signature}?wait=${dice.pick([0, 5, 15])}${height}`;
  const reply = await call({ method: 'GET', path }, world, dice);
  const status = reply?.status === 200 ? reply.members['status'] : undefined;
  if (status !== 'landed' && status !== 'failed' && status !== 'expired') return undefined;
  if (reply?.members['otherForm'] !== undefined) return undefined;
  world.witness.onFinal(signature, status);
  return status;
}

/** Asks for the same build anew; undefined where that is not granted at present. */
async function refresh(
  { transaction, service_token }: Members,
  { world, dice }: VmCallerParts,
): Promise<Members | 'landed' | 'too late' | undefined> {
  const key = dice.chance(0.5) ? `refresh-${dice.bytes(12).toString('hex')}` : undefined;
  const body = { transaction, service_token };
  const reply = await call({ method: 'POST', path: '/refresh', body, key, patience: 30_000 }, world, dice);
  if (reply?.status === 200) return reply.members;
  const code = String(reply?.members['code'] ?? '');
  if (code === 'REFRESH_TOO_LATE') return 'too late';
  return code.endsWith('TRANSACTION_LANDED') ? 'landed' : undefined;
}

/** Percent a year beyond which a source has lied: none of the strategies yields as much. */
const ABSURD = 100;
const PAUSE = { least: 400, most: 2_500 };

type Listed = { readonly key: string; readonly live: { readonly apy: number | null } };

/** Asks for builds that it never signs, and for figures, until a time; whatever is answered has to be true. */
export async function lookAround(until: number, parts: VmCallerParts): Promise<void> {
  const { world, dice, wallet } = parts;
  const { scheduler, witness } = world;
  while (scheduler.now() < until) {
    await sleep(world.clock, dice.between(PAUSE.least, PAUSE.most));
    if (dice.chance(0.2)) {
      const reply = await call({ method: 'GET', path: '/strategies' }, world, dice);
      for (const { key, live } of (reply?.members['strategies'] ?? []) as readonly Listed[]) {
        if (live.apy !== null && (live.apy <= 0 || live.apy >= ABSURD))
          witness.violate(`an APY of ${live.apy} % was shown for ${key}`);
      }
    } else {
      const { path, body } = drawIntent(dice, wallet, []);
      await call({ method: 'POST', path, body }, world, dice);
    }
  }
}
