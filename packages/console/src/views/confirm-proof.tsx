import { InstructionList } from '../parts/instruction-list.tsx';
import { isSignable, type Proposal } from '../state/confirmation.ts';
import { getSession } from '../state/session.ts';

const LEVELS = {
  exact: 'Every byte is what was asked for, at addresses that this page pins.',
  bounded:
    'Its instructions keep to one pattern, and a simulation on the ledger node stays within what was asked for and a fair price.',
  unproven: 'It could not be proved.',
} as const;

/** What this page found out by itself: whether the transaction is what was asked for, and each instruction in words. */
export function ConfirmProof({ proposal }: { readonly proposal: Proposal }) {
  const { instructions } = proposal;
  return (
    <section class="panel" aria-labelledby="told-proof">
      <h2 id="told-proof">Checked in this page</h2>
      <Verdict proposal={proposal} />
      <InstructionList instructions={instructions} isProved={isSignable(proposal)} />
    </section>
  );
}

function Verdict({ proposal }: { readonly proposal: Proposal }) {
  const { checked } = proposal;
  if (checked === undefined) {
    const { deployment } = getSession().config;
    return (
      <div class="note bad">
        <p>
          This page pins no addresses of the deployment {deployment}, so it proves nothing and lets nothing be
          signed.
        </p>
      </div>
    );
  }
  if (isSignable(proposal)) {
    return (
      <div class="note good">
        <p>
          <b class="good">✓ Proved, {checked.level}.</b> {LEVELS[checked.level]} No other account of the
          wallet changes.
        </p>
      </div>
    );
  }
  return (
    <div class="note bad" role="alert">
      <p>
        <b class="bad">✗ Not proved: this page does not let it be signed.</b>
      </p>
      <ul>
        {checked.findings.map(({ rule, detail }) => (
          <li key={detail}>
            {rule}: {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}
