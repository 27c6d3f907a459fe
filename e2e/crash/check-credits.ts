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
