import { isStakingError, type StakingError } from '@staking-agent/sdk';
import { sayAmount } from '../state/figures.ts';
import { getSession, SessionFault } from '../state/session.ts';
import { NotAlone } from '../state/under-way.ts';
import { commonWords } from '../words/page.ts';
import { otherFailure, otherRefusal, refusalFacts, refusalWords } from '../words/refusals.ts';
import { sayEpochMoment, sayMoment } from './values.tsx';

/** Says the cause of a refusal and its cure, and names no code. */
export function RefusalWords({ code }: { readonly code: string }) {
  return <>{sayRefusal(code)}</>;
}

function sayRefusal(code: string): string {
  return Object.entries(refusalWords).find(([each]) => each === code)?.[1] ?? otherRefusal;
}

/**
 * A failure in the words of the page; those of the service, its code and the id to report stand under the details.
 *
 * @param words - in place of those of the code, where the page knows better.
 */
export function ProblemNote({ error, words }: { readonly error: unknown; readonly words?: string }) {
  if (isStakingError(error)) return <Refused error={error} words={words} />;
  const message = error instanceof Error ? error.message : String(error);
  // Both speak the words of this page.
  const isSpoken = error instanceof NotAlone || error instanceof SessionFault;
  return (
    <div class="note bad" role="alert">
      <p>{isSpoken ? message : otherFailure}</p>
      {!isSpoken && (
        <details>
          <summary>{commonWords.details}</summary>
          <small class="dim">{message}</small>
        </details>
      )}
    </div>
  );
}

function Refused({ error, words }: { readonly error: StakingError; readonly words: string | undefined }) {
  const { code, requestId, outcome, problem } = error;
  const causes = [code, ...(problem?.failure === undefined ? [] : [problem.failure.code])];
  return (
    <div class="note bad" role="alert">
      <p>{words ?? [...new Set(causes.map(sayRefusal))].join(' ')}</p>
      {words === undefined && <Facts error={error} />}
      <details>
        <summary>{commonWords.details}</summary>
        <p>{error.message}</p>
        <small class="dim">
          <HelpLink error={error}>{code}</HelpLink>
          {outcome !== undefined && ` · outcome ${outcome}`}
          {requestId !== undefined && (
            <>
              {' · request '}
              <span class="mono">{requestId}</span>
            </>
          )}
        </small>
      </details>
    </div>
  );
}

/** The figures and times of one refusal. */
function Facts({ error: { problem, retryAfter } }: { readonly error: StakingError }) {
  const { holds, needs, limit, remaining, availableAt, claimableAt, roomAt, nearest } = problem ?? {};
  const { lower = null, higher = null } = nearest ?? {};
  const near = [lower, higher].filter((each) => each !== null);
  const time = claimableAt ?? roomAt;
  const facts = [
    holds && refusalFacts.holds(sayAmount(holds, 'down')),
    needs && refusalFacts.needs(sayAmount(needs, 'up')),
    limit && refusalFacts.limit(sayAmount(limit, 'down')),
    remaining && refusalFacts.remaining(sayAmount(remaining, 'down')),
    near.length > 0 && refusalFacts.nearest(near.join(` ${commonWords.or} `)),
    availableAt && refusalFacts.possible(sayEpochMoment(availableAt)),
    time && refusalFacts.possible(sayMoment(time)),
    retryAfter !== undefined && time === undefined && refusalFacts.again(retryAfter),
  ].filter((each) => typeof each === 'string');
  return facts.length === 0 ? null : <p>{facts.join(' ')}</p>;
}

function HelpLink({
  error: { slug, code },
  children,
}: {
  readonly error: StakingError;
  readonly children: string;
}) {
  if (slug === undefined) return <>{children}</>;
  return (
    <a href={`${getSession().root}/errors/${encodeURIComponent(slug)}/${encodeURIComponent(code)}`}>
      {children}
    </a>
  );
}
