import {
  type Confirmed,
  isStakingError,
  type Step,
  type SuggestedCall,
  type TransactionAnswer,
} from '@staking-agent/sdk';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce, ProblemNote } from '../parts/controls.tsx';
import { Address, Facts, Quantity, sayEpochMoment, Table } from '../parts/values.tsx';
import { describeCall, nameCall } from '../state/calls.ts';
import { noteLedgerChange, now } from '../state/clock.ts';
import {
  acceptLeverage,
  isForbidden,
  isSignable,
  listCautions,
  type Proposal,
  readEnd,
  sayTrade,
  toRequest,
} from '../state/confirmation.ts';
import { confirmCall, hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import {
  beginUnderWay,
  endUnderWay,
  forgetEnded,
  mustWait,
  NotAlone,
  noteSigned,
  signAlone,
  underWay,
} from '../state/under-way.ts';
import { wallet } from '../state/wallet.ts';
import { confirmWords, moneyWords } from '../words/actions.ts';
import { commonWords, frameWords } from '../words/page.ts';

type Part = {
  readonly proposal: Proposal;
  readonly renew: () => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** True if something was typed since that this build does not have. */
  readonly isChanged: boolean;
};

/** Asks for the signature, sends, and follows what becomes of it. */
export function ConfirmSign({ proposal, renew, onBusy, isChanged }: Part) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [landed, setLanded] = useState<Confirmed | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const isPressed = useRef(false);
  const press = async () => {
    // One press, one signature: state may be a moment behind.
    if (isPressed.current) return;
    isPressed.current = true;
    onBusy(true);
    let slot: string | null = null;
    try {
      const confirmed = await landProposal(proposal, (step) => setSteps((before) => [...before, step]));
      slot = confirmed.transaction.slot;
      setLanded(confirmed);
    } catch (fault) {
      setFailure(readFailure(fault));
    }
    // A figure in the header that is not new is no reason to doubt what has landed.
    await noteLedgerChange(slot).catch(() => undefined);
  };
  useEffect(() => {
    const { signature } = landed ?? failure ?? {};
    // An end that is shown here needs no word in the header; one that nobody is there to see does.
    if (signature !== undefined && failure?.end !== 'open') forgetEnded(signature);
  }, [landed, failure]);
  if (landed !== undefined) return <ConfirmResult landed={landed} then={proposal.intent.then ?? []} />;
  if (failure !== undefined) return <Failed failure={failure} proposal={proposal} renew={renew} />;
  if (steps.length > 0 || isPressed.current) return <Progress steps={steps} />;
  return <Ask proposal={proposal} press={press} renew={renew} isChanged={isChanged} />;
}

/** A failure; with the signature, and how it ended, where the wallet had signed by then. */
type Failure = {
  readonly error: unknown;
  readonly signature?: string | undefined;
  readonly end?: ReturnType<typeof readEnd> | undefined;
};

function readFailure(error: unknown): Failure {
  if (error instanceof NotAlone) return { error };
  const { signature } = isStakingError(error) ? error : (underWay.value ?? {});
  return { error, signature, end: signature === undefined ? undefined : readEnd(error) };
}

async function landProposal({ intent, build }: Proposal, onStep: (step: Step) => void): Promise<Confirmed> {
  const { value: held } = wallet;
  if (held === undefined) throw new Error(confirmWords.noWallet);
  return await signAlone(async () => {
    beginUnderWay(intent.title);
    try {
      const confirmed = await getSession().client.confirmBuild({
        operation: intent.operation,
        request: toRequest(intent),
        build,
        signer: held.signer,
        allowWalletEdits: held.isEditing,
        onStep(step) {
          if (step.step === 'signed' && step.signature !== undefined)
            noteSigned(step.signature, step.deadAfter);
          onStep(step);
        },
      });
      endUnderWay('landed');
      return confirmed;
    } catch (error) {
      endUnderWay(readFailure(error).end ?? 'failed');
      throw error;
    }
  });
}

function Ask({
  proposal,
  press,
  renew,
  isChanged,
}: Omit<Part, 'onBusy'> & { readonly press: () => Promise<void> }) {
  const { intent, endsAt, checked } = proposal;
  const [cautions] = useState(() => listCautions(proposal));
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isOver = endsAt !== undefined && secondsUntil(endsAt) === 0;
  const effects = checked?.effects;
  const isHeld = mustWait(underWay.value);
  const isStopped = isForbidden(proposal) || cautions.some(({ code }) => !ticked.includes(code));
  const sign = () => {
    if (ticked.includes('LEVERAGE')) acceptLeverage(intent.request.wallet);
    return press();
  };
  return (
    <section class="panel ask stack" aria-label={confirmWords.decision}>
      {cautions.map(({ code, words }) => (
        <label key={code} class="row tick">
          <input
            type="checkbox"
            checked={ticked.includes(code)}
            onChange={({ currentTarget: { checked: isTicked } }) =>
              setTicked(isTicked ? [...ticked, code] : ticked.filter((each) => each !== code))
            }
          />
          <span>{words}</span>
        </label>
      ))}
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={isOver || isHeld || isChanged || isStopped || !isSignable(proposal)}
          onClick={sign}
        >
          {effects === undefined ? confirmWords.sign.sign : sayTrade(effects)}
        </button>
        <button type="button" class={isOver ? 'primary' : ''} onClick={renew}>
          {confirmWords.again}
        </button>
        <a class="button" href={hrefOf(...intent.back)}>
          {confirmWords.cancel}
        </a>
      </div>
      {isHeld && <Held />}
      {isChanged && <div class="note warn">{confirmWords.changedLeast}</div>}
      <div>
        <Countdown endsAt={endsAt} /> <span class="dim">{confirmWords.beforeSign}</span>
      </div>
    </section>
  );
}

/** Why this one cannot be signed yet. */
function Held() {
  const { title, signature } = underWay.value ?? {};
  return (
    <div class="note warn" role="alert">
      {signature === undefined ? (
        <p>{confirmWords.stillAsked(title ?? '')}</p>
      ) : (
        <p>
          {confirmWords.waits(title ?? '')} {confirmWords.mayHaveLanded}{' '}
          <a href={hrefOf('tx', signature)}>{confirmWords.lookUp}</a> {confirmWords.beforeAgain}
        </p>
      )}
    </div>
  );
}

function Progress({ steps }: { readonly steps: readonly Step[] }) {
  const last = steps.at(-1);
  const signature = steps.find((each) => each.signature !== undefined)?.signature;
  const place = useRef<HTMLElement>(null);
  const said = (last && confirmWords.steps[last.step]) ?? confirmWords.proving;
  useEffect(() => place.current?.focus(), []);
  useEffect(() => announce(said), [said]);
  return (
    <section class="panel" ref={place} tabIndex={-1} aria-label={said}>
      <p>{said}</p>
      {signature !== undefined && (
        <p>
          <small class="dim">{confirmWords.known} </small>
          <a class="mono" href={hrefOf('tx', signature)} target="_blank" rel="noreferrer">
            {signature}
          </a>
        </p>
      )}
    </section>
  );
}

function Failed({
  failure: { error, signature, end },
  proposal: { intent },
  renew,
}: {
  readonly failure: Failure;
  readonly proposal: Proposal;
  readonly renew: () => void;
}) {
  const isOpen = end === 'open';
  return (
    <section class="panel">
      <ProblemNote error={error} {...(isOpen && { words: confirmWords.notSure })} />
      {signature === undefined ? (
        <p>{confirmWords.nothingSent}</p>
      ) : (
        <p>
          {confirmWords.known} <span class="mono">{signature}</span>
        </p>
      )}
      {isOpen && (
        <div class="note warn">
          <p>
            {confirmWords.mayHaveLanded} {confirmWords.lookUp} {confirmWords.beforeAgain}
          </p>
        </div>
      )}
      <div class="row">
        {signature !== undefined && (
          <a class={isOpen ? 'button primary' : 'button'} href={hrefOf('tx', signature)}>
            {confirmWords.lookUp}
          </a>
        )}
        {!isOpen && end !== 'landed' && (
          <button type="button" onClick={renew}>
            {confirmWords.again}
          </button>
        )}
        <a class="button" href={hrefOf(...intent.back)}>
          {commonWords.back}
        </a>
      </div>
    </section>
  );
}

const SOON = 10;

/** How long a transaction can still land; spoken only when that is over. */
function Countdown({ endsAt }: { readonly endsAt: number | undefined }) {
  if (endsAt === undefined) return <span class="dim">{confirmWords.notMeasured}</span>;
  const left = secondsUntil(endsAt);
  if (left === 0) {
    return (
      <span class="bad" role="status">
        {confirmWords.over}
      </span>
    );
  }
  return <span class={left <= SOON ? 'warn' : 'dim'}>{confirmWords.noMoreThan(String(left))}</span>;
}

/** Whole seconds, none below zero. */
function secondsUntil(milliseconds: number): number {
  return Math.max(0, Math.floor((milliseconds - now.value) / 1_000));
}

/** Shows the ledger's facts of a transaction that has landed. */
function ConfirmResult({
  landed: { signature, transaction },
  then,
}: {
  readonly landed: Confirmed;
  readonly then: readonly SuggestedCall[];
}) {
  const { fee } = transaction;
  const moved = transaction.changes ?? [];
  const directions = { out: confirmWords.left, in: confirmWords.arrived };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    announce(confirmWords.landed);
  }, []);
  return (
    <section class="panel" aria-labelledby="result">
      <h2 id="result" class="good" ref={heading} tabIndex={-1}>
        {confirmWords.landed}
      </h2>
      <Facts
        of={[
          ...moved.map(
            (each) => [directions[each.direction], <Quantity key="moved" of={each} rounds="not" />] as const,
          ),
          fee !== null && [confirmWords.networkFee, <Quantity key="fee" of={fee} rounds="not" />],
        ]}
      />
      <details>
        <summary>{confirmWords.accounts}</summary>
        <MovesTable
          title={confirmWords.onLedger}
          moves={moved.map((each) => ({
            key: `${each.direction} ${each.account} ${each.asset}`,
            direction: directions[each.direction],
            amount: <Quantity of={each} rounds="not" />,
            account: each.account,
          }))}
        />
        <a class="mono" href={hrefOf('tx', signature)}>
          {signature}
        </a>
      </details>
      <Next transaction={transaction} then={then} />
      <div class="row">
        <a class={then.length === 0 ? 'button primary' : 'button'} href={hrefOf('positions')}>
          {frameWords.titles.positions}
        </a>
        <a class="button" href={hrefOf('strategies')}>
          {frameWords.titles.strategies}
        </a>
      </div>
    </section>
  );
}

/** The call that goes on from here, with what really arrived in place of what was expected. */
function Next({
  transaction: { changes },
  then: [call, ...later],
}: {
  readonly transaction: TransactionAnswer;
  readonly then: readonly SuggestedCall[];
}) {
  if (call === undefined) return null;
  const isSale = call.body['strategy'] === 'sol-liquid-stake' && 'amount' in call.body;
  const arrived = isSale
    ? changes?.find(({ asset, direction }) => asset === 'raSOL' && direction === 'in')?.amount
    : undefined;
  const ready = arrived === undefined ? call : { ...call, body: { ...call.body, amount: arrived } };
  return (
    <div class="note">
      <p>
        {confirmWords.next(nameCall(ready))} {describeCall(ready)}
      </p>
      {call.availableAt !== undefined ? (
        <p>{confirmWords.possible(sayEpochMoment(call.availableAt))}</p>
      ) : (
        <button type="button" class="primary" onClick={() => confirmCall(ready, ['positions'], later)}>
          {nameCall(ready)}
        </button>
      )}
    </div>
  );
}

/** The change of one account. */
export type Move = {
  readonly key: string;
  readonly direction: string;
  readonly amount: ComponentChildren;
  readonly account: string;
};

/** Amounts that leave or arrive, account by account. */
export function MovesTable({ title, moves }: { readonly title: string; readonly moves: readonly Move[] }) {
  return (
    <Table
      label={title}
      columns={[{ name: title }, { name: moneyWords.amount, isNumber: true }, { name: moneyWords.account }]}
      rows={moves.map(({ key, direction, amount, account }) => ({
        key,
        cells: [direction, amount, <Address key="account" of={account} />],
      }))}
    />
  );
}
