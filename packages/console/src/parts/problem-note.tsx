import { isStakingError, type StakingError } from '@staking-agent/sdk';
import { getSession } from '../state/session.ts';

/** What went wrong, in the words of who refused, with the code to look up and the id to report. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  if (!isStakingError(error)) {
    return (
      <div class="note bad" role="alert">
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </div>
    );
  }
  const { code, requestId, outcome } = error;
  return (
    <div class="note bad" role="alert">
      <p>{error.message}</p>
      <Nearest error={error} />
      <p>
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
      </p>
    </div>
  );
}

function Nearest({ error: { problem } }: { readonly error: StakingError }) {
  const { lower = null, higher = null } = problem?.nearest ?? {};
  const near = [lower, higher].filter((each) => each !== null);
  return near.length === 0 ? null : <p>Nearest amounts: {near.join(' or ')}.</p>;
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
