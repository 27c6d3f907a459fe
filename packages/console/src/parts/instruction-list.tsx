import type { ExplainedInstruction } from '@staking-agent/verify';
import { wallet } from '../state/wallet.ts';
import { Address } from './values.tsx';

/** Every instruction of a transaction in a sentence, with what it is made of to unfold. */
export function InstructionList({
  instructions,
  isProved = false,
}: {
  readonly instructions: readonly ExplainedInstruction[];
  /** Whether this page has proved that they are what was asked for. */
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
            <dl class="facts">
              <dt>program</dt>
              <dd class="mono">{each.program.address}</dd>
              {Object.entries(each.data).map(([name, value]) => [
                <dt key={`${name} name`}>{name}</dt>,
                <dd key={name} class="mono">
                  {value}
                </dd>,
              ])}
              {each.accounts.map(({ address, role, isSigner, isWritable }, account) => [
                <dt key={`${account} role`}>
                  {role}
                  {isSigner && ', signs'}
                  {isWritable && ', written'}
                </dt>,
                <dd key={account} class="mono">
                  {address}
                </dd>,
              ])}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  );
}

/** What stands where an address may stand: base58 of 32 bytes. */
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
