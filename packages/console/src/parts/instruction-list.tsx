import type { ExplainedInstruction } from '@staking-agent/verify';
import { Address } from './address.tsx';
import { Sentence } from './sentence.tsx';

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
