import type { AvailableAt } from '@staking-agent/sdk';
import type { ExplainedInstruction } from '@staking-agent/verify';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ledgerTime } from '../state/clock.ts';
import { type Amount, type Rounding, sayAmount, sayWhen } from '../state/figures.ts';
import { wallet } from '../state/wallet.ts';
import { timeWords } from '../words/page.ts';

/** How much of each end is shown of an address. */
const SHOWN = 4;

/** An address, cut in the middle; whole for who points at it or hears it. */
export function Address({ of }: { readonly of: string }) {
  return (
    <span class="mono" title={of}>
      {shorten(of)}
    </span>
  );
}

/** The two ends of an address. */
export function shorten(address: string): string {
  return address.length <= 2 * SHOWN + 1 ? address : `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
}

/** An amount, shortened for reading; whole for who points at it, and in what is copied. */
export function Quantity({ of, rounds = 'down' }: { readonly of: Amount; readonly rounds?: Rounding }) {
  const whole = sayAmount(of, 'not');
  const shown = sayAmount(of, rounds);
  if (shown === whole) return <span class="money">{whole}</span>;
  return (
    <span class="money" title={whole} data-whole={whole}>
      {shown}
    </span>
  );
}

/** Has every amount that is copied be the whole one, however short it is shown. */
export function copyWholeAmounts(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0 || event.clipboardData === null) return;
    const range = selection.getRangeAt(0);
    const within = range.commonAncestorContainer.parentElement?.closest<HTMLElement>('[data-whole]');
    const chosen = range.cloneContents();
    const cut = [...chosen.querySelectorAll<HTMLElement>('[data-whole]')];
    if (within == null && cut.length === 0) return;
    let text = within?.dataset['whole'] ?? selection.toString();
    for (const { textContent, dataset } of cut)
      text = text.replace(textContent ?? '', dataset['whole'] ?? '');
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
}

/** The present of the ledger, milliseconds since 1970: a sandbox runs ahead of the machine. */
const readPresent = () => Math.max(Date.now(), Date.parse(ledgerTime.value?.time ?? '') || 0);

/** A moment of the ledger, as the reader's clock has it. */
export const sayMoment = (iso: string) => sayWhen(iso, readPresent());

/** The same, exact for who points at it. */
export function Moment({ of }: { readonly of: string }) {
  return (
    <time dateTime={of} title={of}>
      {sayMoment(of)}
    </time>
  );
}

/** When something becomes possible: the latest time at which its epoch is expected to begin. */
export function EpochMoment({ of }: { readonly of: AvailableAt }) {
  const { epoch, earliest, latest } = of;
  const isEstimated = earliest !== undefined && latest !== undefined;
  return (
    <time title={isEstimated ? timeWords.between(epoch, earliest, latest) : timeWords.fromEpoch(epoch)}>
      {sayEpochMoment(of)}
    </time>
  );
}

/** Says when this epoch ends; undefined while that is not known. */
export function sayEpochEnd(): string | undefined {
  const { nextEpoch } = ledgerTime.value ?? {};
  return nextEpoch === undefined || Date.parse(nextEpoch) <= readPresent()
    ? undefined
    : sayWhen(nextEpoch, readPresent());
}

/** The same as text. */
export function sayEpochMoment({ epoch, earliest, latest }: AvailableAt): string {
  const present = ledgerTime.value?.epoch;
  if (present !== undefined && BigInt(present) >= BigInt(epoch)) return timeWords.now;
  const by = latest ?? earliest;
  // Its epoch has not begun, whatever was expected.
  if (by !== undefined && Date.parse(by) > readPresent()) return sayWhen(by, readPresent());
  const isNext = present !== undefined && BigInt(present) + 1n === BigInt(epoch);
  return isNext ? timeWords.afterEpoch : timeWords.fromEpoch(epoch);
}

/** A fact: its name, and what is known of it. */
type Fact = readonly [name: string, value: ComponentChildren];

/** Facts below each other, each beside its name; one that is `false` or undefined is left out. */
export function Facts({ of }: { readonly of: readonly (Fact | false | undefined)[] }) {
  return (
    <dl class="facts">
      {of.map((fact, i) => fact && [<dt key={`${i} name`}>{fact[0]}</dt>, <dd key={i}>{fact[1]}</dd>])}
    </dl>
  );
}

/** A column of a table; what stands in one of numbers is set to the right. */
type Column = { readonly name: string; readonly isNumber?: boolean };

/**
 * A table that scrolls by itself, with the keyboard too, or whose rows stand for themselves on a narrow page.
 *
 * @param rows - the first cell of each is its heading.
 */
export function Table({
  label,
  columns,
  rows,
  isCards = false,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  readonly isCards?: boolean;
}) {
  const classOf = (i: number) => (columns[i]?.isNumber === true ? 'number' : '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class={isCards ? 'cards' : ''}>
        <thead>
          <tr>
            {columns.map(({ name }, i) => (
              <th key={name} scope="col" class={classOf(i)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [heading, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{heading}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]?.name} class={classOf(i + 1)} data-label={columns[i + 1]?.name}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every instruction of a transaction in a sentence, with what it is made of to unfold. */
export function InstructionList({
  instructions,
  isProved = false,
}: {
  readonly instructions: readonly ExplainedInstruction[];
  /** True if this page has proved that they are what was asked for. */
  readonly isProved?: boolean;
}) {
  return (
    <ol class="instructions">
      {instructions.map((each, i) => (
        <li key={i}>
          <p>
            {isProved && (
              <span class="good" role="img" aria-label="proved">
                ✓{' '}
              </span>
            )}
            <Sentence text={each.sentence} />
          </p>
          <details>
            <summary>
              {each.program.name ?? <Address of={each.program.address} />} {each.name}
            </summary>
            <Facts of={listParts(each)} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function listParts({ program, data, accounts }: ExplainedInstruction): Fact[] {
  return [
    ['program', <Code key="program" text={program.address} />],
    ...Object.entries(data).map(([name, value]): Fact => [name, <Code key={name} text={String(value)} />]),
    ...accounts.map(
      ({ address, role, isSigner, isWritable }): Fact => [
        `${role}${isSigner ? ', signs' : ''}${isWritable ? ', written' : ''}`,
        <Code key={address} text={address} />,
      ],
    ),
  ];
}

/** The form of an address: base58 of 32 bytes. */
const ADDRESS = /([1-9A-HJ-NP-Za-km-z]{32,44})/;

/** A sentence with the addresses in it cut, and that of the wallet said in words. */
export function Sentence({ text }: { readonly text: string }) {
  const own = wallet.value?.address;
  return (
    <>
      {text.split(ADDRESS).map((part, i) => {
        if (i % 2 === 0) return part;
        if (part !== own) return <Address key={`${i} ${part}`} of={part} />;
        return (
          <b key={`${i} ${part}`} title={part}>
            this wallet
          </b>
        );
      })}
    </>
  );
}

/** A word as a machine sees it, such as a whole address. */
export function Code({ text }: { readonly text: string }) {
  return <span class="mono">{text}</span>;
}

/** Text as a machine sees it, which scrolls by itself. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a section keeps no lines.
    <pre role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

/** How long a button says what it did. */
const SAID_MILLISECONDS = 2_000;

/** Copies a text; where the page may not, it says how else. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Pages without TLS have no clipboard.
      setSaid('Select the text and copy it');
    }
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span class="hidden">Copy {what}</span>
      <span aria-hidden="true">{said || 'Copy'}</span>
      <span class="hidden" role="status">
        {said}
      </span>
    </button>
  );
}

/** Indents JSON; keeps every digit of numbers where the browser can. Returns any other text as it is. */
export function indentJson(text: string): string {
  const keepDigits = (_: string, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
    typeof value === 'number' && json.rawJSON ? json.rawJSON(source) : value;
  try {
    return JSON.stringify(JSON.parse(text, keepDigits), null, 2);
  } catch {
    return text;
  }
}

const json: object & { rawJSON?(text: string): unknown } = Object(JSON);
