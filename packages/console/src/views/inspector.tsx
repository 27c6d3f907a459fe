import { useState } from 'preact/hooks';
import { shorten } from '../parts/address.tsx';
import { Choice } from '../parts/choice.tsx';
import { findTarget, type TargetKind } from '../state/request-target.ts';
import { type KeptRequest, requests } from '../state/requests.ts';
import { hrefOf } from '../state/route.ts';
import { RequestDetail } from './request-detail.tsx';
import type { ViewProps } from './view-props.ts';

const EVERYTHING = 'All';
const FILTERS = [EVERYTHING, 'API', 'ledger', 'sandbox'] as const satisfies readonly (TargetKind | 'All')[];

/** Addresses and signatures, which would fill the list. */
const ADDRESS = /[1-9A-HJ-NP-Za-km-z]{32,88}/g;

/** Every request of this page, with what was answered, and how to send it from elsewhere. */
export function Inspector({ params }: ViewProps) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>(EVERYTHING);
  const id = params[0];
  const shown = requests.value
    .map((request) => ({ request, target: findTarget(request) }))
    .filter(({ target }) => filter === EVERYTHING || target.kind === filter);
  const chosen = id === undefined ? undefined : requests.value.find((each) => String(each.id) === id);
  return (
    <>
      <h1>Inspector</h1>
      <p class="dim">
        Every request this page has made, with its answer, and as code that sends the same from elsewhere.
      </p>
      <div class={id === undefined ? '' : 'inspector'}>
        <section aria-label="Requests" class={id === undefined ? '' : 'beside'}>
          <Choice label="Whom the page asked" names={FILTERS} chosen={filter} choose={setFilter} />
          {shown.length === 0 && <p>Nothing was asked yet.</p>}
          <ol class="requests">
            {shown.map(({ request, target }) => (
              <li key={request.id}>
                <a
                  href={hrefOf('inspector', String(request.id))}
                  aria-current={String(request.id) === id ? 'true' : undefined}
                >
                  <Status request={request} />
                  <span class="target">
                    <b>{request.method}</b> {target.name.replace(ADDRESS, shorten)}
                  </span>
                  <small class="dim">
                    {target.kind} · {new Date(request.at).toTimeString().slice(0, 8)}
                    {request.milliseconds !== undefined && ` · ${request.milliseconds} ms`}
                  </small>
                </a>
              </li>
            ))}
          </ol>
        </section>
        {id !== undefined && (
          <section aria-label="One request">
            <p class="only-narrow">
              <a href={hrefOf('inspector')}>All requests</a>
            </p>
            {chosen === undefined ? (
              <p>This request is no longer kept.</p>
            ) : (
              <RequestDetail key={chosen.id} request={chosen} />
            )}
          </section>
        )}
      </div>
    </>
  );
}

function Status({ request: { status, fault } }: { readonly request: KeptRequest }) {
  if (fault !== undefined) return <span class="tag bad">none</span>;
  if (status === undefined) return <span class="tag">…</span>;
  return <span class={`tag ${status < 400 ? 'good' : 'bad'}`}>{status}</span>;
}
