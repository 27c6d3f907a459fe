import type { ComponentChildren } from 'preact';
import { Address } from './address.tsx';
import { Column } from './column.tsx';

/** What one account gives or gets. */
export type Move = {
  readonly key: string;
  readonly direction: string;
  readonly amount: ComponentChildren;
  readonly account: string;
};

/** Amounts that leave or arrive, account by account. */
export function MovesTable({ title, moves }: { readonly title: string; readonly moves: readonly Move[] }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <Column>{title}</Column>
            <Column isNumber>Amount</Column>
            <Column>Account</Column>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ key, direction, amount, account }) => (
            <tr key={key}>
              <td>{direction}</td>
              <td class="number">{amount}</td>
              <td>
                <Address of={account} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
