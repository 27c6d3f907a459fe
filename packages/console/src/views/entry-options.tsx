import type { EntryOption } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { Column } from '../parts/column.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { hrefOf } from '../state/route.ts';
import { getSession } from '../state/session.ts';

type Asked = { readonly address: string; readonly asset: string; readonly amount: string };

/** The same amount in every strategy side by side, where somebody wants to compare. */
export function EntryOptions(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Compare the strategies for {asked.amount} {asked.asset}
      </summary>
      {isOpen && <Table {...asked} />}
    </details>
  );
}

function Table({ address, asset, amount }: Asked) {
  const { client } = getSession();
  const { value, error, isLoading } = useLoaded(
    () => client.entryOptions({ wallet: address, asset: asset === 'USDC' ? 'USDC' : 'SOL', amount }),
    [address, asset, amount],
  );
  return (
    <>
      <ProblemNote error={error} />
      {isLoading && <p class="dim">Asking each strategy…</p>}
      {value !== undefined && (
        <div class="scroll">
          <table class="cards">
            <thead>
              <tr>
                <Column>Strategy</Column>
                <Column isNumber>Receives</Column>
                <Column isNumber>APY</Column>
                <Column isNumber>Back at once</Column>
                <Column isNumber>Pays off after</Column>
                <Column>Risks</Column>
              </tr>
            </thead>
            <tbody>
              {value.options.map((each) => (
                <Row key={each.strategy} option={each} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Row({ option }: { readonly option: EntryOption }) {
  const { strategy, problem, receive, apyPercent, leaveAtOnce, breakEvenDays, risks } = option;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('stake', strategy)}>{strategy}</a>
        {problem !== null && <div class="warn">{problem.detail}</div>}
      </th>
      <td class="number" data-label="Receives">
        {receive === null ? '–' : <Quantity of={receive.expected} />}
      </td>
      <td class="number" data-label="APY">
        {apyPercent === null ? '–' : `${apyPercent} %`}
      </td>
      <td class="number" data-label="Back at once">
        {leaveAtOnce === null ? '–' : <Quantity of={leaveAtOnce.receive} />}
        {leaveAtOnce !== null && (
          <div>
            <small class="dim">
              costs <Quantity of={leaveAtOnce.cost} />
            </small>
          </div>
        )}
      </td>
      <td class="number" data-label="Pays off after">
        {breakEvenDays === null ? '–' : `${breakEvenDays} days`}
      </td>
      <td data-label="Risks">
        {risks.map(({ code, detail }) => (
          <div key={code}>{detail}</div>
        ))}
      </td>
    </tr>
  );
}
