import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '@staking-agent/dev';
import type { Sandbox } from '@staking-agent/sandbox';
import { createOperator } from '../admin.ts';
import { createLedgerClient, readSignature } from '../ledger-client.ts';
import { createFundedWallet } from '../world.ts';
import { type Ask, type Asked, sendAsk } from './run-clients.ts';
import type { SignedStake } from './watch-credits.ts';

const STAKERS = 8;
/** Wallets that are staked for at a time, and how often each: the service looks through some twenty transactions. */
const WALLETS = 4;
const STAKES_PER_WALLET = 8;
const TRIES = 6;
const PAUSE_MILLISECONDS = 20;

/** Whom a stake is built for: what the request says, and what an honest service makes of it. */
type Party = {
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly partner: string | null;
  readonly referrer: string | null;
};

/** Everybody whom stakes are built for. */
export type Parties = {
  /** Their stakes are signed and sent. */
  readonly earners: readonly Party[];
  /** Its stakes are not signed, or fail on the ledger. */
  readonly squatter: Party;
  /** Owns the code that earners use, and is staked for itself. */
  readonly owner: Wallet;
};

/** What stakers have done. */
export type Staked = { readonly events: readonly Asked[]; readonly stakes: readonly SignedStake[] };

type Unanswered = Omit<SignedStake, 'answers'> & { readonly transaction: string };

/** Adds partners and a code by the operator's commands. */
export async function addParties(sandbox: Sandbox, environment: Record<string, string>): Promise<Parties> {
  const operator = createOperator(environment);
  const owner = await createFundedWallet({ sandbox }, '100');
  const [code, first, second, third] = await Promise.all([
    operator.createCode(owner.address),
    operator.addPartner('First'),
    operator.addPartner('Second'),
    operator.addPartner('Squatter'),
  ]);
  const nobody: Party = { fields: {}, headers: {}, partner: null, referrer: null };
  const byCode: Party = { ...nobody, fields: { referral_code: code }, referrer: owner.address };
  return {
    earners: [
      { ...nobody, headers: { 'x-partner-key': first.key }, partner: first.id },
      { ...nobody, fields: { partner_api_key: second.key }, partner: second.id },
      { ...byCode, headers: { 'x-partner-key': second.key }, partner: second.id },
      byCode,
      nobody,
    ],
    squatter: { ...nobody, headers: { 'x-partner-key': third.key }, partner: third.id },
    owner,
  };
}

/**
 * Starts clients that build stakes for whom partners and referrers contend, sign them, and broadcast them with keys,
 * without, twice at a time, or to the ledger directly. They try again what got no answer, or give up.
 */
export function runStakers(
  { urls, sandbox, parties }: { urls: readonly string[]; sandbox: Sandbox; parties: Parties },
  random: () => number,
): { readonly events: readonly Asked[]; stop(): Promise<Staked> } {
  const state: State = { events: [], stakes: [], isStopped: false };
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] as (typeof items)[number];
  const insist = createInsister(state, urls, pick, random);
  const wallets = createWalletSteps(state, insist, random);
  const nextWallet = createContended(() => createFundedWallet({ sandbox }, '100'), parties.owner, pick);

  const ledger = createLedgerClient({ sandbox });
  let before: Ask['body'] | undefined;
  const stake = async () => {
    const party = random() < 0.15 ? parties.squatter : pick(parties.earners);
    const wallet = await nextWallet();
    const built = await wallets.build(wallet.address, party);
    if (built === undefined || party === parties.squatter) return;
    const body = {
      signed_tx: await wallets.sign(wallet, party, built.transaction),
      service_token: built.service_token,
    };
    if (random() < 0.1) {
      await ledger.send(body.signed_tx);
      return;
    }
    const key = wallets.nextKey(random() < 0.6);
    const ask: Ask = { path: '/broadcast', key, variant: 0, body };
    const other = before;
    before = body;
    await Promise.all([
      insist(ask),
      random() < 0.2 ? insist(ask) : undefined,
      // Another transaction under the same words, which are a key of its own then.
      other !== undefined && key !== undefined && random() < 0.1
        ? insist({ ...ask, body: other })
        : undefined,
    ]);
  };

  const staker = async () => {
    while (!state.isStopped) {
      await stake();
      await sleep(PAUSE_MILLISECONDS);
    }
  };

  /** A stake that its wallet cannot pay for: only the ledger itself takes it. */
  const fail = async () => {
    const poor = await createFundedWallet({ sandbox }, '0.5');
    while (!state.isStopped) {
      const built = await wallets.build(poor.address, parties.squatter);
      if (built === undefined) continue;
      await ledger.send(await wallets.sign(poor, parties.squatter, built.transaction));
      return;
    }
  };

  const running = [fail(), ...Array.from({ length: STAKERS }, staker)];
  const { events, stakes } = state;
  return {
    events,
    async stop() {
      state.isStopped = true;
      await Promise.all(running);
      return { events, stakes: stakes.map((each) => ({ ...each, answers: answersTo(each, events) })) };
    },
  };
}

type State = { readonly events: Asked[]; readonly stakes: Unanswered[]; isStopped: boolean };
type Pick = <Item>(items: readonly Item[]) => Item;

/** Asks until it is answered or has been refused, or the client gives up. */
type Insist = (ask: Ask) => Promise<Asked | undefined>;

function createInsister(state: State, urls: readonly string[], pick: Pick, random: () => number): Insist {
  return async (ask) => {
    const tries = random() < 0.2 ? 1 : TRIES;
    for (let i = 0; i < tries && !state.isStopped; i += 1) {
      const event = await sendAsk(pick(urls), ask);
      state.events.push(event);
      if (event.answer?.status === 200) return event;
      if (event.answer?.status === 422) return undefined;
      await sleep(PAUSE_MILLISECONDS * (i + 1));
    }
    return undefined;
  };
}

/** What a client does with a stake: has it built, signs it, and may bring it to the ledger itself. */
function createWalletSteps({ stakes }: State, insist: Insist, random: () => number) {
  let count = 0;
  const nextKey = (isKeyed: boolean) => {
    count += 1;
    return isKeyed ? `staked-${count}` : undefined;
  };
  return {
    nextKey,
    async build(wallet: string, { fields, headers }: Party) {
      const key = nextKey(random() < 0.5);
      const body = { strategy: 'sol-native-stake', wallet, amount: '1', ...fields };
      const event = await insist({ path: '/stake', key, variant: 0, body, headers });
      return (
        event && (JSON.parse(event.answer?.text ?? '') as { transaction: string; service_token: string })
      );
    },
    async sign(wallet: Wallet, { partner, referrer }: Party, transaction: string) {
      const signed = await wallet.sign(transaction);
      const signature = readSignature(signed);
      // Nobody brings himself in.
      const other = referrer === wallet.address ? null : referrer;
      stakes.push({ wallet: wallet.address, signature, partner, referrer: other, transaction: signed });
      return signed;
    },
  };
}

function answersTo({ transaction }: Unanswered, events: readonly Asked[]): readonly string[] {
  return events.flatMap(({ ask, answer }) =>
    ask.body['signed_tx'] === transaction && answer?.status === 200
      ? [(JSON.parse(answer.text) as { signature: string }).signature]
      : [],
  );
}

// Few at a time, so that several clients stake for each at once; a new one in place of each that has had enough.
function createContended(
  create: () => Promise<Wallet>,
  first: Wallet,
  pick: <Item>(items: readonly Item[]) => Item,
): () => Promise<Wallet> {
  const open = [Promise.resolve(first), ...Array.from({ length: WALLETS - 1 }, create)].map((wallet) => ({
    wallet,
    left: STAKES_PER_WALLET,
  }));
  return () => {
    const slot = pick(open);
    slot.left -= 1;
    const { wallet } = slot;
    if (slot.left === 0) Object.assign(slot, { wallet: create(), left: STAKES_PER_WALLET });
    return wallet;
  };
}
