import { useState } from 'preact/hooks';
import { Heading, Select } from '../parts/controls.tsx';
import { Code, CodeBlock, CopyButton, Facts, indentJson, shorten } from '../parts/values.tsx';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { getSession, type KeptRequest, requests } from '../state/session.ts';
import { LANGUAGES } from '../state/snippets.ts';

const EVERYTHING = 'All';
const FILTERS = { [EVERYTHING]: EVERYTHING, API: 'API', ledger: 'Ledger', sandbox: 'Sandbox' };

/** Addresses and signatures, which would fill the list. */
const ADDRESS = /[1-9A-HJ-NP-Za-km-z]{32,88}/g;

/** Every request of this page, with what was answered, and how to send it from elsewhere. */
export function Inspector({ params }: ViewProps) {
  const [filter, setFilter] = useState<string>(EVERYTHING);
  const id = params[0];
  const shown = requests.value
    .map((request) => ({ request, target: findTarget(request) }))
    .filter(({ target }) => filter === EVERYTHING || target.kind === filter);
  const chosen = id === undefined ? undefined : requests.value.find((each) => String(each.id) === id);
  return (
    <>
      <Heading>Inspector</Heading>
      <p class="dim">
        Every request this page has made, with its answer, and as code that sends the same from elsewhere.
      </p>
      <div class={id === undefined ? '' : 'inspector'}>
        <section aria-label="Requests" class={id === undefined ? '' : 'beside'}>
          <Select label="Whom the page asked" names={FILTERS} chosen={filter} choose={setFilter} />
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

/** One request: what was asked, how to ask it elsewhere, and what was answered. */
function RequestDetail({ request }: { readonly request: KeptRequest }) {
  const { method, url, status, fault, requestId, milliseconds } = request;
  const { kind } = findTarget(request);
  return (
    <article class="panel">
      <h2 class="target">
        {method} <span class="mono">{url}</span>
      </h2>
      <Facts
        of={[
          [
            'Answer',
            `${fault ?? status ?? 'not there yet'}${milliseconds === undefined ? '' : ` after ${milliseconds} ms`}`,
          ],
          requestId !== undefined && [
            'Request id',
            <span key="id" class="row">
              <Code text={requestId} />
              <CopyButton text={requestId} what="the request id" />
            </span>,
          ],
        ]}
      />
      <Snippets request={request} isOfPage={kind === 'page'} />
      <Body title="Sent" text={request.body} />
      <Body title="Answered" text={request.answer} />
      <Headers title="Headers of the request" headers={request.headers} />
      <Headers title="Headers of the answer" headers={request.answerHeaders ?? {}} />
    </article>
  );
}

/** The request in each language; TypeScript that uses the client says so by its import. */
function Snippets({ request, isOfPage }: { readonly request: KeptRequest; readonly isOfPage: boolean }) {
  return (
    <>
      <h3>The same from elsewhere</h3>
      {Object.entries(LANGUAGES).map(([name, write]) => (
        <details key={name} open={name === 'curl'}>
          <summary>{name}</summary>
          <CopyButton text={write(request)} what={`the ${name}`} />
          <CodeBlock label={`The request in ${name}`} text={write(request)} />
        </details>
      ))}
      {!isOfPage && 'idempotency-key' in request.headers && (
        <p class="dim">The Idempotency-Key gives the same answer again. Change it for a new one.</p>
      )}
    </>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <>
      <div class="row">
        <h3>{title}</h3>
        <span class="grow" />
        <CopyButton text={text} what={title === 'Sent' ? 'what was sent' : 'the answer'} />
      </div>
      <CodeBlock label={title} text={indentJson(text)} />
    </>
  );
}

type HeadersProps = { readonly title: string; readonly headers: Readonly<Record<string, string>> };

function Headers({ title, headers }: HeadersProps) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <Facts of={entries.map(([name, value]) => [name, <Code key={name} text={value} />])} />
    </details>
  );
}

/** Whom the page asks. */
type TargetKind = 'API' | 'ledger' | 'sandbox' | 'page';

/** Whom a request went to, and what it asked for, in a few words. */
type RequestTarget = { readonly kind: TargetKind; readonly name: string };

/** Names the target of a request: its path, or the method that a ledger node was called with. */
function findTarget({ url, body }: KeptRequest): RequestTarget {
  const { config, root } = getSession();
  const { sandbox, rpcUrl, api } = config;
  if (sandbox !== null && isBelow(url, sandbox.controlUrl)) {
    return { kind: 'sandbox', name: pathBelow(url, sandbox.controlUrl) };
  }
  for (const base of [`${root}/api/v1`, api]) {
    if (isBelow(url, base)) return { kind: 'API', name: pathBelow(url, base) };
  }
  if (rpcUrl !== null && new URL(url).href === new URL(rpcUrl).href) {
    return { kind: 'ledger', name: readRpcMethod(body) };
  }
  return { kind: 'page', name: new URL(url).pathname };
}

const isBelow = (url: string, base: string) =>
  url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);

const pathBelow = (url: string, base: string) => url.slice(base.length) || '/';

/** The page itself wrote the body. */
const readRpcMethod = (body = '{}') => String(Object(JSON.parse(body)).method ?? 'call');
