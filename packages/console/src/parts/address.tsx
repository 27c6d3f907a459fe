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
