import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Choice } from '../parts/choice.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { indentJson } from '../parts/indent-json.ts';
import { hasSecrets } from '../snippets/secrets.ts';
import { LANGUAGES, type Language } from '../snippets/snippets.ts';
import { findTarget } from '../state/request-target.ts';
import type { KeptRequest } from '../state/requests.ts';

const NAMES = Object.keys(LANGUAGES) as Language[];

/** Longer answers are cut until somebody asks for the rest. */
const SHOWN_LETTERS = 20_000;

/** The language that was looked at last, for every request. */
const language = signal<Language>('curl');

/** One request: what was asked, how to ask it elsewhere, and what was answered. */
export function RequestDetail({ request }: { readonly request: KeptRequest }) {
  const { method, url, status, fault, requestId, milliseconds } = request;
  const { kind } = findTarget(request);
  return (
    <article class="panel">
      <h2 class="target">
        {method} <span class="mono">{url}</span>
      </h2>
      <dl class="facts">
        <dt>Answer</dt>
        <dd>
          {fault ?? status ?? 'not there yet'}
          {milliseconds !== undefined && ` after ${milliseconds} ms`}
        </dd>
        {requestId !== undefined && (
          <>
            <dt>Request id</dt>
            <dd class="row">
              <span class="mono">{requestId}</span>
              <CopyButton text={requestId} what="the request id" />
            </dd>
          </>
        )}
      </dl>
      <Snippet request={request} isOfPage={kind === 'page'} />
      <Body title="Sent" text={request.body} />
      <Body title="Answered" text={request.answer} />
      <Headers title="Headers of the request" headers={request.headers} />
      <Headers title="Headers of the answer" headers={request.answerHeaders} />
    </article>
  );
}

function Snippet({ request, isOfPage }: { readonly request: KeptRequest; readonly isOfPage: boolean }) {
  const [withSecrets, setWithSecrets] = useState(false);
  const text = LANGUAGES[language.value](request, { withSecrets });
  const isClient = language.value === 'TypeScript' && text.includes('@staking-agent/sdk');
  return (
    <>
      <div class="row">
        <h3>The same from elsewhere</h3>
        <span class="grow" />
        <Choice
          label="Language"
          names={NAMES}
          chosen={language.value}
          choose={(name) => {
            language.value = name;
          }}
        />
        <CopyButton text={text} what={`the ${language.value}`} />
      </div>
      <CodeBlock label={`The request in ${language.value}`} text={text} />
      {hasSecrets(request) && (
        <label class="plain">
          <input
            type="checkbox"
            checked={withSecrets}
            onChange={({ currentTarget }) => setWithSecrets(currentTarget.checked)}
          />{' '}
          Print credentials as they were sent. Otherwise they come from the environment.
        </label>
      )}
      {isClient && <p class="dim">An operation of the client; install @staking-agent/sdk.</p>}
      {!isOfPage && 'idempotency-key' in request.headers && (
        <p class="dim">The Idempotency-Key gives the same answer again. Change it for a new one.</p>
      )}
    </>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  const [isWhole, setWhole] = useState(false);
  if (text === undefined || text === '') return null;
  const printed = indentJson(text);
  const isCut = !isWhole && printed.length > SHOWN_LETTERS;
  return (
    <>
      <div class="row">
        <h3>{title}</h3>
        <span class="grow" />
        <CopyButton text={text} what={title === 'Sent' ? 'what was sent' : 'the answer'} />
      </div>
      <CodeBlock label={title} text={isCut ? printed.slice(0, SHOWN_LETTERS) : printed} />
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {printed.length} letters
        </button>
      )}
    </>
  );
}

function Headers({
  title,
  headers,
}: {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
}) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd class="mono">{value}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
