/** An amount with its unit: exact decimal text, as the service gave it. */
export function Quantity({ of }: { readonly of: { readonly amount: string; readonly asset: string } }) {
  return (
    <span class="money">
      {of.amount} {of.asset}
    </span>
  );
}
