import { render } from 'preact';
import { App } from './app.tsx';
import { copyWholeAmounts } from './parts/values.tsx';
import { readLedgerTime, startClock } from './state/clock.ts';
import { followAddress } from './state/route.ts';
import { getSession, openSession } from './state/session.ts';
import { followOpen, shareUnderWay } from './state/under-way.ts';
import { restoreWallet } from './state/wallet.ts';
import './style/console.css';

const place = document.getElementById('console');
if (place !== null) await start(place);

async function start(place: HTMLElement): Promise<void> {
  place.replaceChildren();
  try {
    await openSession(new URL(place.dataset['root'] ?? './', location.href).href.replace(/\/$/, ''));
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  shareUnderWay(getSession().root);
  followOpen();
  await restoreWallet();
  followAddress();
  startClock();
  copyWholeAmounts();
  render(<App />, place);
  // Views that need it say so themselves when it cannot be read.
  await readLedgerTime().catch(() => undefined);
}
