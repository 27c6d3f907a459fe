import type { AnswerOf } from '@staking-agent/sdk';
import { useEffect, useState } from 'preact/hooks';
import { CodeBlock } from '../parts/code-block.tsx';
import { Column } from '../parts/column.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { InstructionList } from '../parts/instruction-list.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { type LedgerTransaction, readLedgerTransaction } from '../state/ledger-transaction.ts';
import { goTo } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { forgetEnded, isOpen, settle, underWay } from '../state/under-way.ts';
import type { ViewProps } from './view-props.ts';

type Found = AnswerOf<'getTransaction'>;

/** What a status means for who waits. */
const MEANING: Readonly<Record<Found['status'], string>> = {
  landed: 'The ledger has executed it.',
  failed: 'The ledger has executed and reverted it. Only its fee was taken.',
  pending: 'It is on its way and can still land.',
  expired: 'It is in no block and can be in none any more. Nothing moved.',
  unknown: 'No node knows it, and nothing says how long it lives. Ask again before you build another one.',
};

const TONE: Readonly<Record<Found['status'], string>> = {
  landed: 'good',
  failed: 'bad',
  pending: 'warn',
  expired: 'bad',
  unknown: 'warn',
};

/** Seconds that the service may hold an answer back for news, as it takes them. */
const PATIENCE = '20';

/** One transaction: whether it landed, what moved, what it did, and what the programs said. */
export function Transaction({ params }: ViewProps) {
  const [signature] = params;
  return (
    <>
      <h1>Transaction</h1>
      {signature === undefined ? <Search /> : <Known signature={signature} />}
    </>
  );
}

function Search() {
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('signature');
    if (typeof typed === 'string' && typed.trim() !== '') goTo('tx', typed.trim());
  };
  return (
    <form class="panel row" onSubmit={search}>
      <label class="field grow">
        <span>Signature</span>
        <input name="signature" class="mono wide" autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit" class="primary">
        Look it up
      </button>
    </form>
  );
}

function Known({ signature }: { readonly signature: string }) {
  const hasNode = getSession().config.rpcUrl !== null;
  const [ask, setAsk] = useState({ wait: '0' });
  const { value: found, error } = useLoaded(
    () => getSession().client.getTransaction({ signature, ...ask }),
    [signature, ask],
  );
  const ledger = useLoaded(async () => {
    const isThere = found?.status === 'landed' || found?.status === 'failed';
    return isThere && hasNode ? await readLedgerTransaction(signature) : undefined;
  }, [signature, found?.status]);

  const { value: last } = underWay;
  useEffect(() => {
    if (found?.status === 'pending') setAsk({ wait: PATIENCE });
  }, [found]);
  useEffect(() => {
    // What has landed pays nobody twice; of any other end the word of the service is no proof.
    if (found?.status === 'landed' && !hasNode) settle(signature, 'landed');
    // Who reads here how it ended may go on.
    if (found !== undefined && found.status !== 'pending' && found.status !== 'unknown')
      forgetEnded(signature);
  }, [found, last?.state]);
  return (
    <>
      <section class="panel">
        <div class="row">
          <span class="mono">{signature}</span>
          <CopyButton text={signature} what="the signature" />
        </div>
        <ProblemNote error={error} />
        {found !== undefined && <Status found={found} />}
        {found !== undefined && found.status !== 'pending' && isOpen(signature) && (
          <Held signature={signature} hasNode={hasNode} />
        )}
        {found !== undefined && found.status !== 'pending' && !found.isFinal && (
          <button type="button" onClick={() => setAsk({ wait: '0' })}>
            Ask again
          </button>
        )}
      </section>
      {found?.changes && <Changes changes={found.changes} />}
      <ProblemNote error={ledger.error} />
      {ledger.value !== undefined && <OnLedger transaction={ledger.value} />}
    </>
  );
}

/** Why nothing else is signed, although the service may say that it is over. */
function Held({ signature, hasNode }: { readonly signature: string; readonly hasNode: boolean }) {
  if (hasNode) {
    return (
      <div class="note warn">
        <p>
          Nothing else is signed before the ledger node of this page shows how it ended. The word of the
          service alone is no proof that it cannot land any more.
        </p>
      </div>
    );
  }
  const { explorer } = getSession().config;
  return (
    <div class="note warn">
      <p>
        This page has no ledger node of its own, and the word of the service alone is no proof that it cannot
        land any more. Look it up in{' '}
        <a href={explorer.replace('{signature}', signature)} target="_blank" rel="noreferrer">
          an explorer
        </a>{' '}
        some minutes after you signed it. If it is not there, nothing of it will be.
      </p>
      <button type="button" onClick={() => settle(signature, 'expired')}>
        I have looked: it did not land
      </button>
    </div>
  );
}

function Status({ found }: { readonly found: Found }) {
  const { status, isFinal, slot, blockTime, fee, failure } = found;
  return (
    <>
      <p class={`note ${TONE[status]}`} role="status">
        <b>{status}</b>
        {status === 'landed' && (isFinal ? ', final' : ', not final yet')}. {MEANING[status]}
      </p>
      <dl class="facts">
        {slot !== null && <Fact name="Slot">{slot}</Fact>}
        {blockTime !== null && <Fact name="Time">{blockTime}</Fact>}
        {fee !== null && (
          <Fact name="Fee">
            <Quantity of={fee} />
          </Fact>
        )}
        {failure !== null && (
          <>
            <Fact name="Failed with">
              {failure.code}: {failure.detail}
            </Fact>
            <Fact name="Because">{failure.cause}</Fact>
            <Fact name="What helps">{failure.cure}</Fact>
            {failure.error !== null && <Fact name="The ledger says">{failure.error}</Fact>}
          </>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Changes({ changes }: { readonly changes: NonNullable<Found['changes']> }) {
  return (
    <section class="panel">
      <h2 class="flush">What moved</h2>
      {changes.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ScrollArea label="What moved">
          <table>
            <thead>
              <tr>
                <Column>Account</Column>
                <Column isNumber>Out</Column>
                <Column isNumber>In</Column>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={`${change.account} ${change.direction} ${change.asset}`}>
                  <td class="mono">{change.account}</td>
                  <td class="number">{change.direction === 'out' && <Quantity of={change} />}</td>
                  <td class="number">{change.direction === 'in' && <Quantity of={change} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <p class="dim">As the ledger recorded it. What left the wallet in SOL includes the fee.</p>
    </section>
  );
}

function OnLedger({ transaction }: { readonly transaction: LedgerTransaction }) {
  const { instructions, logs, bytes, signers } = transaction;
  return (
    <>
      <section class="panel">
        <h2 class="flush">What it did</h2>
        <p class="dim">
          Read back from its {bytes} bytes by this page, from its own ledger node. Signed by{' '}
          {signers.length === 1 ? 'one key' : `${signers.length} keys`}.
        </p>
        {instructions.length === 0 ? (
          <p>This page cannot put its instructions into words.</p>
        ) : (
          <InstructionList instructions={instructions} />
        )}
      </section>
      {logs.length > 0 && (
        <section class="panel">
          <h2 class="flush">Logs</h2>
          <CodeBlock label="Logs of the programs" text={logs.join('\n')} />
        </section>
      )}
    </>
  );
}
