import { wallet } from '../state/wallet.ts';
import { Address } from './address.tsx';

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
