import type { AnswerOf } from '@staking-agent/sdk';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import { explainTransaction } from '@staking-agent/verify/explain';
import { useEffect, useState } from 'preact/hooks';
import { Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Code, CodeBlock, CopyButton, Facts, InstructionList, Quantity, Table } from '../parts/values.tsx';
import { goTo, type ViewProps } from '../state/route.ts';
import { askLedger, findPinnedAddresses, getSession } from '../state/session.ts';
import { forgetEnded, isOpen, settle, underWay } from '../state/under-way.ts';

type Found = AnswerOf<'getTransaction'>;

/** The look of each status, and its meaning for a person who waits. */
const STATUSES: Readonly<Record<Found['status'], readonly [tone: 'good' | 'warn' | 'bad', meaning: string]>> =
  {
    landed: ['good', 'The ledger has executed it.'],
    failed: ['bad', 'The ledger has executed and reverted it. Only its fee was taken.'],
    pending: ['warn', 'It is on its way and can still land.'],
    expired: ['bad', 'It is in no block and can be in none any more. Nothing moved.'],
    unknown: [
      'warn',
      'No node knows it, and nothing says how long it lives. Ask again before you build another one.',
    ],
  };

/** Seconds that the service may hold an answer back for news, as it takes them. */
const PATIENCE = '20';

/** One transaction: whether it landed, what moved, what it did, and what the programs said. */
export function Transaction({ params }: ViewProps) {
  const [signature] = params;
  return (
    <>
      <Heading>Transaction</Heading>
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
  const { status, isFinal, slot, blockTime, fee, failure, otherForm } = found;
  const [tone, meaning] = STATUSES[status];
  return (
    <>
      <p class={`note ${tone}`} role="status">
        <b>{status}</b>
        {status === 'landed' && (isFinal ? ', final' : ', not final yet')}. {meaning}
      </p>
      <Facts
        of={[
          slot !== null && ['Slot', slot],
          blockTime !== null && ['Time', blockTime],
          fee !== null && ['Fee', <Quantity key="fee" of={fee} rounds="not" />],
          otherForm !== undefined && [
            'Look up first',
            otherForm.signature ?? 'The same may be out in another form; the service cannot say now.',
          ],
          failure !== null && ['Failed with', `${failure.code}: ${failure.detail}`],
          failure !== null && ['Because', failure.cause],
          failure !== null && ['What helps', failure.cure],
          failure?.error != null && ['The ledger says', failure.error],
        ]}
      />
    </>
  );
}

function Changes({ changes }: { readonly changes: NonNullable<Found['changes']> }) {
  const say = (change: (typeof changes)[number], direction: 'in' | 'out') =>
    change.direction === direction && <Quantity of={change} rounds="not" />;
  return (
    <section class="panel">
      <h2 class="flush">What moved</h2>
      {changes.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <Table
          label="What moved"
          columns={[{ name: 'Account' }, { name: 'Out', isNumber: true }, { name: 'In', isNumber: true }]}
          rows={changes.map((change) => ({
            key: `${change.account} ${change.direction} ${change.asset}`,
            cells: [<Code key="account" text={change.account} />, say(change, 'out'), say(change, 'in')],
          }))}
        />
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

type LedgerTransaction = NonNullable<Awaited<ReturnType<typeof readLedgerTransaction>>>;

/** The answer of a node's `getTransaction`; null while it does not know the signature. */
type Answer = {
  readonly transaction: readonly [base64: string, encoding: string];
  readonly meta: {
    readonly logMessages: readonly string[] | null;
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  } | null;
} | null;

/**
 * Reads a transaction from the page's own ledger node, and tells what it does.
 *
 * @returns undefined while the node does not have it.
 * @throws {SessionFault} where there is no node, or it refuses.
 */
async function readLedgerTransaction(signature: string) {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const answer = await askLedger<Answer>('getTransaction', [signature, options]);
  if (answer === null) return undefined;
  const [base64] = answer.transaction;
  const { message } = readTransaction(base64);
  const deployment = findPinnedAddresses();
  const tables = findTables(message.lookups, answer.meta?.loadedAddresses);
  return {
    // Empty where this page knows no addresses of the deployment.
    instructions: deployment === undefined ? [] : explainTransaction(base64, deployment, tables),
    logs: answer.meta?.logMessages ?? [],
    bytes: atob(base64).length,
    signers: message.keys.slice(0, message.signerCount).map(encodeBase58),
  };
}

type Lookups = ReturnType<typeof readTransaction>['message']['lookups'];
type Loaded = NonNullable<NonNullable<Answer>['meta']>['loadedAddresses'];

/** Puts the keys that the ledger has loaded back to their places in the tables. */
function findTables(lookups: Lookups, loaded: Loaded): ReadonlyMap<string, readonly string[]> {
  const [writable, readonly] = [[...(loaded?.writable ?? [])], [...(loaded?.readonly ?? [])]];
  return new Map(
    lookups.map((lookup) => {
      const keys: string[] = [];
      for (const index of lookup.writable) keys[index] = writable.shift() ?? '';
      for (const index of lookup.readonly) keys[index] = readonly.shift() ?? '';
      return [encodeBase58(lookup.table), keys];
    }),
  );
}
