import { signal } from '@preact/signals';
import { verifyBuild } from '@staking-agent/sdk/verify';
import { noteLedgerChange } from './clock.ts';
import { askLedger, askSandbox, getSession, SessionFault, setFault } from './session.ts';

const AMOUNTS: readonly (readonly [amount: string, what: string])[] = [
  ['1.0000000001', 'A tenth digit after the point, where the ledger has nine'],
  ['-1', 'A negative amount'],
  ['1e9', 'A number as machines write it'],
  ['1000000', 'More than the wallet holds'],
];

/** Amounts that mean nothing, or too much. */
const wrongAmounts: Step = {
  title: 'A wrong amount',
  plan: `Asks for stakes of ${AMOUNTS.map(([amount]) => amount).join(', ')} SOL.`,
  async run(wallet) {
    const { client } = getSession();
    const refusals = [];
    for (const [amount, what] of AMOUNTS) {
      const ask = () => client.stake({ strategy: 'sol-liquid-stake', wallet, amount });
      refusals.push(await refuse(`${what}: ${amount}`, ask));
    }
    return {
      refusals,
      happened:
        'Each was refused with the field, the rule and, where there is one, the nearest amount that would do. Nothing was rounded.',
    };
  },
  why: 'No transaction was built, so there was nothing to sign.',
};

/** More blocks than a blockhash lives. */
const SLOTS = 160;

/** A transaction that is sent after its time, and a token that is. */
const lateTransaction: Step = {
  title: 'Too late: an expired transaction, and an expired token',
  plan: `Builds a stake of 1 SOL, has it signed, lets ${SLOTS} blocks pass on the ledger, and only then sends it. Two minutes after the build its token expires too; then it can be sent once more.`,
  async run(wallet) {
    const { client } = getSession();
    const build = await client.stake({ strategy: 'sol-native-stake', wallet, amount: '1' });
    const { signed_tx } = await signInSandbox(wallet, build.transaction);
    await askSandbox('advance-slots', { slots: SLOTS });
    await noteLedgerChange();
    const send = () => client.broadcast({ signed_tx, service_token: build.service_token });
    return {
      refusals: [await refuse(`Sent ${SLOTS} blocks later`, send)],
      happened:
        'The service proved that the transaction is in no block and can be in none any more, and says so with the outcome expired.',
      later: {
        title: 'Send it again with its expired token',
        // Its second is over.
        from: Date.parse(build.expiry.tokenExpiresAt) + 1_000,
        run: async () => ({
          refusals: [await refuse('Sent with an expired token', send)],
          happened: 'The token is too old, and the ledger does not have the transaction.',
        }),
      },
    };
  },
  why: 'A transaction names the block it was built on, and the ledger takes it for 150 blocks only. "expired" is said on proof, so building again cannot pay twice.',
};

const HABITS = [
  ['phantom', 'adds an instruction of its own'],
  ['android', 'bids another price for priority'],
  ['restamp', 'takes a newer blockhash'],
] as const;

/** Wallets that sign something else than they were given. */
const editingWallet: Step = {
  title: 'A wallet that edits',
  plan: 'Builds a stake of 1 SOL and has it signed three times by wallets that change it first, then sends each.',
  async run(wallet) {
    const { client } = getSession();
    const ask = { strategy: 'sol-native-stake', stakeAccountForm: 'seed', wallet, amount: '1' } as const;
    const refusals = [];
    for (const [habit, what] of HABITS) {
      const { transaction, service_token } = await client.stake(ask);
      const { signed_tx } = await signInSandbox(wallet, transaction, habit);
      const send = () => client.broadcast({ signed_tx, service_token });
      refusals.push(await refuse(`A wallet that ${what}`, send));
    }
    return {
      refusals,
      happened:
        'The token of a build fits its message and no other, so all three were refused. A caller who sends the built transaction along is told what was changed; edits that are known to be harmless are then taken.',
    };
  },
  why: 'Nothing that was not built and verified goes to the ledger through the service.',
};

const LAMPORTS_PER_SOL = 1_000_000_000n;

/** An answer that was changed on its way. */
const tamperedBuild: Step = {
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

const HARMS = [
  ['drain', 'sends most of the wallet to a stranger'],
  ['approve', "lets a stranger spend the wallet's raSOL later"],
  ['destination', 'pays the raSOL to a stranger'],
  ['long-price', 'burns the wallet for priority'],
] as const;

/** Orders of a router that was taken over. */
const maliciousOrders: Step = {
  title: 'A router that was taken over',
  plan: 'Makes the router of the sandbox hand out four orders that harm the wallet, and asks for a liquid stake of 1 SOL each time.',
  async run(wallet) {
    const { client } = getSession();
    const refusals = [];
    try {
      for (const [variant, what] of HARMS) {
        await setFault({ upstream: 'router', mode: 'malicious', variant });
        const ask = () => client.stake({ strategy: 'sol-liquid-stake', wallet, amount: '1' });
        refusals.push(await refuse(`An order that ${what}`, ask));
      }
    } finally {
      await setFault({ upstream: 'router', mode: 'none' });
    }
    return {
      refusals,
      happened:
        'Each order was decoded and simulated by code that believes nothing the router says, and withheld with the rule it breaks.',
    };
  },
  why: 'The transactions never left the service, so no wallet was asked to sign them. The client would have refused them once more.',
};

/** The same thing twice, as after an answer that got lost. */
const pressedTwice: Step = {
  title: 'Pressed twice',
  plan: 'Asks for a stake of 1 SOL twice under one Idempotency-Key, as a client does whose answer got lost, and sends the signed transaction twice.',
  async run(wallet) {
    const { client } = getSession();
    const request = { strategy: 'sol-native-stake', wallet, amount: '1' } as const;
    const idempotencyKey = crypto.randomUUID();
    const first = await client.stake(request, { idempotencyKey });
    const second = await client.stake(request, { idempotencyKey });
    const { signed_tx } = await signInSandbox(wallet, first.transaction);
    const sent = { signed_tx, service_token: first.service_token };
    const { signature } = await client.broadcast(sent);
    const again = await client.broadcast(sent);
    const { status } = await client.getTransaction({ signature, wait: '20' });
    const { positions } = await client.listPositions({ wallet });
    await noteLedgerChange();
    const isSame = first.transaction === second.transaction && signature === again.signature;
    return {
      refusals: [],
      happened: `Both builds were ${isSame ? 'the same transaction' : 'DIFFERENT transactions, which is a defect'}, both broadcasts gave one signature, and it has ${status}. The wallet has ${positions.length === 1 ? 'one stake' : `${positions.length} stakes`} now, each from one run of this step.`,
    };
  },
  why: 'One key is one build, and one transaction lands once, however often it is sent.',
  isStaking: true,
};

/** The tour, in its order; what has to wait begins early. */
export const STEPS: readonly Step[] = [
  wrongAmounts,
  lateTransaction,
  editingWallet,
  tamperedBuild,
  maliciousOrders,
  pressedTwice,
];

/** The result of breaking something. */
export type Outcome = {
  /** Each refusal: an error of the client, or findings of the check in the page. */
  readonly refusals: readonly Refusal[];
  /** The events, in a sentence or two. */
  readonly happened: string;
  /** A step that can be tried with the build from a moment on, in milliseconds since 1970. */
  readonly later?: { readonly title: string; readonly from: number; run(): Promise<Outcome> };
};

/** A refusal, its source and its reason. */
export type Refusal = {
  readonly what: string;
  /** undefined where it was not refused, which is a defect. */
  readonly error?: unknown;
  readonly findings?: readonly { readonly rule: string; readonly detail: string }[];
};

/** One thing that goes wrong on purpose. */
export type Step = {
  readonly title: string;
  /** The action of the button. */
  readonly plan: string;
  /** @param wallet - of the tour. */
  run(wallet: string): Promise<Outcome>;
  /** Why nobody lost money. */
  readonly why: string;
  /** True if an orderly stake is part of it, so that the wallet holds less afterwards. */
  readonly isStaking?: boolean;
};

/** Does what must be refused. */
async function refuse(what: string, attempt: () => Promise<unknown>): Promise<Refusal> {
  try {
    await attempt();
    return { what };
  } catch (error) {
    return { what, error };
  }
}

/** The first balances of the tour's wallet. */
const GIFT_SOL = '10';

/** A wallet whose key the sandbox keeps, so that it can sign like wallets that edit. */
export const tourWallet = signal<string | undefined>(undefined);

/** Makes the wallet of the tour, once. */
export async function openTourWallet(): Promise<string> {
  if (tourWallet.value === undefined) {
    const { wallet } = await askSandbox<{ readonly wallet: string }>('wallets', { sol: GIFT_SOL });
    tourWallet.value = wallet;
  }
  return tourWallet.value;
}

/**
 * Has the sandbox sign a transaction.
 *
 * @param habit - how the wallet edits it first; not at all unless given.
 */
async function signInSandbox(wallet: string, transaction: string, habit?: (typeof HABITS)[number][0]) {
  const asked = { wallet, transaction, ...(habit && { as: habit }) };
  return await askSandbox<{ readonly signed_tx: string }>('sign', asked);
}

/** Returns the ledger's balance of a wallet, in lamports. */
export async function readLamports(wallet: string): Promise<bigint> {
  const { value } = await askLedger<{ readonly value: number }>('getBalance', [
    wallet,
    { commitment: 'confirmed' },
  ]);
  // The gift of the sandbox is far below what a double holds exactly.
  return BigInt(value);
}
