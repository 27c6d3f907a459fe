/** What came of breaking something. */
export type Outcome = {
  /** Each refusal: an error of the client, or findings of the check in the page. */
  readonly refusals: readonly Refusal[];
  /** What happened, in a sentence or two. */
  readonly happened: string;
  /** What can be tried later with what was built. */
  readonly later?: Later;
};

/** Who refused what, and why. */
export type Refusal = {
  readonly what: string;
  /** undefined where it was not refused, which is a defect. */
  readonly error?: unknown;
  readonly findings?: readonly { readonly rule: string; readonly detail: string }[];
};

/** Something that must wait. */
export type Later = {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  run(): Promise<Outcome>;
};

/** One thing that goes wrong on purpose. */
export type Step = {
  readonly title: string;
  /** What pressing the button does. */
  readonly plan: string;
  /** @param wallet - of the tour. */
  run(wallet: string): Promise<Outcome>;
  /** Why nobody lost money. */
  readonly why: string;
  /** Whether an orderly stake is part of it, so that the wallet holds less afterwards. */
  readonly isStaking?: true;
};

/** Does what must be refused. */
export async function refuse(what: string, attempt: () => Promise<unknown>): Promise<Refusal> {
  try {
    await attempt();
    return { what };
  } catch (error) {
    return { what, error };
  }
}
