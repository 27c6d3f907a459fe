import type { Finding, Rule } from './verification.ts';

/** Ends a proof with the finding that refuses the transaction. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly finding: Finding;

  constructor(rule: Rule, detail: string, place: Omit<Finding, 'rule' | 'detail'> = {}) {
    super(detail);
    this.finding = { rule, detail, ...place };
  }
}
