import { hrefOf } from '../state/route.ts';
import { type UnderWay, underWay } from '../state/under-way.ts';

const WORDS: Readonly<Record<UnderWay['state'], string>> = {
  sending: 'Under way',
  open: 'Not known whether it landed',
  landed: '✓ Landed',
  failed: '✗ Failed',
  expired: '✗ Expired, nothing moved',
};

/** The transaction that the wallet was asked to sign last, from whatever view one went to. */
export function UnderWayNote() {
  const { value: of } = underWay;
  return (
    <div class="under-way" role="status">
      {of?.signature !== undefined && (
        <a class="chip" href={hrefOf('tx', of.signature)}>
          <b>{WORDS[of.state]}</b> {of.title}
        </a>
      )}
      {of !== undefined && of.signature === undefined && (
        <span class="chip">
          <b>In the wallet</b> {of.title}
        </span>
      )}
    </div>
  );
}
