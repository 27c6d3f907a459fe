import type { ComponentChildren } from 'preact';

type ColumnProps = { readonly isNumber?: boolean; readonly children: ComponentChildren };

/** The heading of a column of a table; what stands in one of numbers is set to the right. */
export function Column({ isNumber = false, children }: ColumnProps) {
  return (
    <th scope="col" {...(isNumber && { class: 'number' })}>
      {children}
    </th>
  );
}
