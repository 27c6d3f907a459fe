import { sleep } from '../../../api/src/runtime/clock.ts';
import type { Dice } from '../dice.ts';
import { tellBreak } from '../witness.ts';
import type { HttpReply, HttpRequest } from './vm-process.ts';
import type { VmWorld } from './vm-world.ts';

/** Members of a JSON body. */
export type Members = Readonly<Record<string, unknown>>;

/** What the service answered. */
export type Reply = {
  readonly status: number;
  readonly members: Members;
  /** What is waited for before the next try: milliseconds of `Retry-After`, or zero. */
  readonly pause: number;
};

/** One request of a caller. */
export type Call = {
  readonly method: 'GET' | 'POST';
  /** Below the base path. */
  readonly path: string;
  readonly body?: Members | undefined;
  readonly key?: string | undefined;
  readonly patience?: number;
};

const BASE = '/api/v1';
const PATIENCE = 20_000;

/** Asks the service over HTTP; undefined where no answer came, or none in time. */
export async function call(asked: Call, world: VmWorld, dice: Dice): Promise<Reply | undefined> {
  const { clock } = world;
  const { method, path, body, key, patience = PATIENCE } = asked;
  const request: HttpRequest = {
    method,
    path: `${BASE}${path}`,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: body && JSON.stringify(body),
  };
  // Some proxies carry a request twice; the last answer counts.
  if (world.door === 'twice') void send(request, world, dice).then((reply) => look(asked, reply, world));
  const late = sleep(clock, patience).then(() => undefined);
  const reply = await Promise.race([send(request, world, dice), late]);
  look(asked, reply, world);
  if (reply === undefined || world.door === 'lost') return undefined;
  const members = JSON.parse(reply.text) as Members;
  const pause = 1_000 * Number(reply.headers['retry-after'] ?? 0);
  const said =
    reply.status === 200 ? '200' : `${reply.status} ${members['code']} ${members['outcome'] ?? ''}`.trim();
  world.witness.note(`${method} ${path.split('?')[0]}: ${said}`);
  return { status: reply.status, members, pause };
}

async function send(request: HttpRequest, world: VmWorld, dice: Dice): Promise<HttpReply | undefined> {
  await sleep(world.clock, dice.between(1, 15));
  const reply = await world.process.request(request).catch((error: unknown) => {
    // Undefined where the process has died.
    if (error !== undefined) world.witness.violate(tellBreak(error));
    return undefined;
  });
  await sleep(world.clock, dice.between(1, 15));
  return reply;
}

/** What can be held against an answer at once, whether its caller ever sees it or not. */
function look(
  { path, body, key }: Call,
  reply: HttpReply | undefined,
  { witness, upstreams }: VmWorld,
): void {
  if (reply === undefined) return;
  witness.onText(reply.wire);
  if (reply.status === 500) witness.violate(`500: ${reply.text}`);
  if (reply.status !== 200) return;
  if (key !== undefined && body !== undefined) witness.onKeyed(key, { path, body }, reply.text);
  if (!reply.text.includes('"transaction"')) return;
  const { transaction } = JSON.parse(reply.text) as { readonly transaction?: unknown };
  const lie = typeof transaction === 'string' ? upstreams.findLie(transaction) : undefined;
  if (lie !== undefined) witness.violate(`a malicious transaction was handed out: ${lie}, ${path}`);
}
