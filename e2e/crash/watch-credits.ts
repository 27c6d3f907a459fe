import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '@staking-agent/sandbox';
import { Client } from 'pg';
import { createLedgerClient } from '../ledger-client.ts';

const CREDITS = `SELECT wallet, partner_id, referral_code, referrer, signature, CAST(created_at AS TEXT) AS created_at
  FROM attributions ORDER BY wallet, created_at`;
const PAUSE_MILLISECONDS = 100;
const SETTLE_TRIES = 300;
/** Beyond the last look at the ledger, and an age that no claim of a run has by itself. */
const PASSED_MILLISECONDS = 61 * 60_000;
const OLD_MILLISECONDS = 60 * 60_000;
const STATUSES_PER_CALL = 256;

/** A service's database, from outside. */
export type Database = AsyncDisposable & { query(text: string): Promise<readonly object[]> };

/** Opens the database that a service with these variables has. */
export async function openDatabase(environment: Readonly<Record<string, string>>): Promise<Database> {
  const { DATABASE_URL, DATA_DIR = '' } = environment;
  if (DATABASE_URL === undefined) {
    return { query: async (text) => queryFile(DATA_DIR, text), [Symbol.asyncDispose]: async () => undefined };
  }
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  return {
    query: async (text) => (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

// Opened for one query: a connection that outlives a killed service would spare the next one to recover the file.
function queryFile(directory: string, text: string): readonly object[] {
  const readOnly = text.startsWith('SELECT');
  const database = new DatabaseSync(join(directory, 'state.sqlite'), { readOnly, timeout: 5_000 });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

/** Somebody who looks at the credits. */
export type CreditWatch = AsyncDisposable & { stop(): Promise<readonly Sighting[]> };

/** Reads the credits of a database again and again, until it is told to stop. */
export function watchCredits(database: Database): CreditWatch {
  const sightings = createSightings();
  const read = async () => sightings.note((await database.query(CREDITS)) as readonly Credit[]);
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      await read();
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  const watching = watch();
  const end = () => {
    isStopped = true;
    return watching;
  };
  return {
    [Symbol.asyncDispose]: end,
    async stop() {
      await end();
      await read();
      return sightings.all();
    },
  };
}

/**
 * Lets all the time pass that a claim is given, and waits until none is left of those that were made before.
 *
 * @throws Error when services that run do not settle them.
 */
export async function settle(database: Database): Promise<void> {
  await database.query(
    `UPDATE forms SET created_at = created_at - ${PASSED_MILLISECONDS}, due_at = due_at - ${PASSED_MILLISECONDS}`,
  );
  for (let tries = 1; ; tries += 1) {
    const old = Date.now() - OLD_MILLISECONDS;
    const left = await database.query(
      `SELECT id FROM forms WHERE created_at < ${old} AND due_at IS NOT NULL
        AND (partner_id IS NOT NULL OR referral_code IS NOT NULL)`,
    );
    if (left.length === 0) return;
    if (tries === SETTLE_TRIES) throw new Error(`${left.length} claims are not settled.`);
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** How each of these signatures that is on the ledger ended there. */
export async function readLedger(
  sandbox: Pick<Sandbox, 'url'>,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, 'done' | 'failed'>> {
  const { rpc } = createLedgerClient({ sandbox: sandbox as Sandbox });
  const ends = new Map<string, 'done' | 'failed'>();
  for (let at = 0; at < signatures.length; at += STATUSES_PER_CALL) {
    const batch = signatures.slice(at, at + STATUSES_PER_CALL);
    const asked = batch as readonly unknown[] as Parameters<typeof rpc.getSignatureStatuses>[0];
    const { value } = await rpc.getSignatureStatuses(asked, { searchTransactionHistory: true }).send();
    for (const [i, signature] of batch.entries()) {
      const status = value[i];
      if (!status || status.confirmationStatus === 'processed') continue;
      ends.set(signature, status.err === null ? 'done' : 'failed');
    }
  }
  return ends;
}

/** A row of the credited wallets, as it was read. */
export type Credit = {
  readonly wallet: string;
  readonly partner_id: string | null;
  readonly referral_code: string | null;
  readonly referrer: string | null;
  readonly signature: string;
  readonly created_at: string;
};

/** What a wallet's rows were found to be, each time they were not what they had been before; none at first. */
export type Sighting = { readonly wallet: string; readonly credits: readonly Credit[] };

/** A stake that a wallet signed, and whom it credits: nobody when both are null. */
export type SignedStake = {
  readonly wallet: string;
  readonly signature: string;
  readonly partner: string | null;
  readonly referrer: string | null;
  /** Signatures that clients read in the answers 200 to its broadcasts. */
  readonly answers: readonly string[];
};

/** What clients signed and read, what was seen of the credits meanwhile, and what the ledger says in the end. */
export type CreditHistory = {
  readonly stakes: readonly SignedStake[];
  /** In the order of reading; the last of a wallet is from after the settling. */
  readonly sightings: readonly Sighting[];
  /** How each signature that is on the ledger ended there. */
  readonly ledger: ReadonlyMap<string, 'done' | 'failed'>;
  /** Signatures that had been done by the time that settling had begun, and must have been looked at. */
  readonly landed: ReadonlySet<string>;
};

/** Notes what is read of the credits, one reading after the other. */
export function createSightings(): { note(rows: readonly Credit[]): void; all(): readonly Sighting[] } {
  const sightings: Sighting[] = [];
  const known = new Map<string, string>();
  return {
    note(rows) {
      const read = Map.groupBy(rows, ({ wallet }) => wallet);
      for (const wallet of new Set([...known.keys(), ...read.keys()])) {
        const credits = read.get(wallet) ?? [];
        const text = JSON.stringify(credits);
        if (known.get(wallet) === text) continue;
        known.set(wallet, text);
        sightings.push({ wallet, credits });
      }
    },
    all: () => sightings,
  };
}

/**
 * Holds a history against what is promised of credits, and returns every breach in words.
 *
 * A wallet is credited once, for good, by a stake that it signed and the ledger has done, to exactly whom that stake
 * was built for. Which of several stakes it is, is not promised. Those whose broadcast got no answer may have landed
 * or not: the ledger says.
 */
export function checkCredits(history: CreditHistory): readonly string[] {
  const byWallet = Map.groupBy(history.sightings, ({ wallet }) => wallet);
  const stakes = Map.groupBy(history.stakes, ({ wallet }) => wallet);
  return [
    ...[...byWallet].flatMap(([wallet, sightings]) =>
      [
        ...instabilities(sightings),
        ...sightings
          .flatMap(({ credits }) => credits)
          .flatMap((credit) => unearned(credit, stakes.get(wallet) ?? [], history)),
      ].map((breach) => `${wallet}: ${breach}`),
    ),
    ...history.stakes.flatMap((stake) =>
      misanswered(stake, history).map((breach) => `${stake.signature}: ${breach}`),
    ),
    ...[...stakes].flatMap(([wallet, ofWallet]) => {
      const isOwed = ofWallet.some((stake) => isAttributed(stake) && history.landed.has(stake.signature));
      const isCredited = (byWallet.get(wallet)?.at(-1)?.credits.length ?? 0) > 0;
      return isOwed && !isCredited ? [`${wallet}: no credit`] : [];
    }),
  ];
}

function instabilities(sightings: readonly Sighting[]): readonly string[] {
  const several = sightings.filter(({ credits }) => credits.length > 1);
  const [first, second] = sightings;
  return [
    ...several.map(({ credits }) => `${credits.length} credits`),
    ...(second === undefined
      ? []
      : [`changed from ${JSON.stringify(first?.credits)} to ${JSON.stringify(second.credits)}`]),
  ];
}

function unearned(
  { signature, partner_id, referrer }: Credit,
  stakes: readonly SignedStake[],
  { ledger }: CreditHistory,
): readonly string[] {
  const earning = stakes.filter((stake) => stake.signature === signature);
  if (earning.length === 0) return [`credited by ${signature}, which it never signed`];
  const end = ledger.get(signature);
  if (end !== 'done') return [`credited by a stake that ${end ?? 'never landed'}`];
  const isRight = earning.some((stake) => stake.partner === partner_id && stake.referrer === referrer);
  return isRight ? [] : [`credited to ${partner_id} and ${referrer}, for whom the stake was not built`];
}

function misanswered({ signature, answers }: SignedStake, { ledger }: CreditHistory): readonly string[] {
  return [
    ...answers.filter((answer) => answer !== signature).map((answer) => `answered as ${answer}`),
    ...(answers.length > 0 && !ledger.has(signature) ? ['acknowledged, and not on the ledger'] : []),
  ];
}

/** Tells whether a stake is to credit anybody. */
export function isAttributed({ partner, referrer }: SignedStake): boolean {
  return partner !== null || referrer !== null;
}
