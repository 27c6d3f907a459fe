import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { showLater } from './parts/controls.tsx';
import { Address, Quantity } from './parts/values.tsx';
import { ledgerTime } from './state/clock.ts';
import { hrefOf, route, type ViewProps } from './state/route.ts';
import { getSession } from './state/session.ts';
import { type UnderWay, underWay } from './state/under-way.ts';
import { holdings, wallet } from './state/wallet.ts';
import { Exit } from './views/exit.tsx';
import { Positions } from './views/positions.tsx';
import { Split, Stake } from './views/stake.tsx';
import { Strategies } from './views/strategies.tsx';
import { useHoldings, Wallet } from './views/wallet.tsx';

type View = {
  /** In the address: `#/name/...`. */
  readonly name: string;
  readonly title: string;
  readonly Component: ComponentType<ViewProps>;
  /** True if the navigation leads there; other views are led to from within. */
  readonly isListed: boolean;
  /** True if it is about the sandbox, and absent elsewhere. */
  readonly needsSandbox?: boolean;
};

const Confirm = showLater(async () => (await import('./views/confirm.tsx')).Confirm);
const Inspector = showLater(async () => (await import('./views/inspector.tsx')).Inspector);
const Sandbox = showLater(async () => (await import('./views/sandbox.tsx')).Sandbox);
const Tour = showLater(async () => (await import('./views/tour.tsx')).Tour);
const Transaction = showLater(async () => (await import('./views/transaction.tsx')).Transaction);

/** Every view, in the order of the navigation. */
const VIEWS: readonly View[] = [
  { name: 'strategies', title: 'Strategies', Component: Strategies, isListed: true },
  { name: 'positions', title: 'Positions', Component: Positions, isListed: true },
  { name: 'wallet', title: 'Wallet', Component: Wallet, isListed: true },
  { name: 'stake', title: 'Stake', Component: Stake, isListed: false },
  { name: 'confirm', title: 'Confirm', Component: Confirm, isListed: false },
  { name: 'split', title: 'Split', Component: Split, isListed: false },
  { name: 'exit', title: 'Take out', Component: Exit, isListed: false },
  { name: 'tx', title: 'Transaction', Component: Transaction, isListed: false },
  { name: 'sandbox', title: 'Sandbox', Component: Sandbox, isListed: true, needsSandbox: true },
  { name: 'tour', title: 'Tour', Component: Tour, isListed: true, needsSandbox: true },
  { name: 'inspector', title: 'Inspector', Component: Inspector, isListed: true },
];

const NOTHING: View = {
  name: '',
  title: 'Not found',
  isListed: false,
  Component: () => (
    <>
      <h1>Not found</h1>
      <p>
        There is no such view. <a href={hrefOf('strategies')}>Strategies</a>
      </p>
    </>
  ),
};

/** The whole page: who it is, where one can go, and one view. */
export function App() {
  const { sandbox } = getSession().config;
  const views = VIEWS.filter(({ needsSandbox = false }) => sandbox !== null || !needsSandbox);
  const { name, params } = route.value;
  const view = views.find((each) => each.name === name) ?? NOTHING;
  useEffect(() => {
    document.title = `${view.title} – Staking console`;
  }, [view]);
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        To the content
      </button>
      <header class="top">
        <div class="top-row">
          <a class="brand" href={hrefOf('strategies')}>
            Staking console
          </a>
          <Network />
          <span class="grow" />
          <WalletChip />
        </div>
        <nav aria-label="Views">
          {views
            .filter(({ isListed }) => isListed)
            .map((each) => (
              <a
                key={each.name}
                href={hrefOf(each.name)}
                aria-current={each.name === view.name ? 'page' : undefined}
              >
                {each.title}
              </a>
            ))}
        </nav>
        <UnderWayNote />
      </header>
      <main id="main" tabIndex={-1}>
        <view.Component key={[name, ...params].join('/')} params={params} />
      </main>
      <Footer />
    </>
  );
}

/** Which ledger this is, and what time it is there. */
function Network() {
  const { deployment, sandbox } = getSession().config;
  const time = ledgerTime.value;
  return (
    <span class={`network ${sandbox === null ? 'real' : 'play'}`}>
      <b>{deployment}</b>
      {sandbox !== null && ' · nothing here has any value'}
      {time && ` · epoch ${time.epoch}`}
    </span>
  );
}

/** Shows the signer and the wallet's holdings. */
function WalletChip() {
  useHoldings();
  const { value: held } = wallet;
  return (
    <a class="chip" href={hrefOf('wallet')}>
      {held === undefined ? (
        'No wallet'
      ) : (
        <>
          <Address of={held.address} />
          {holdings.value.map((each) => (
            <Quantity key={each.asset} of={each} />
          ))}
        </>
      )}
    </a>
  );
}

function Footer() {
  const { root } = getSession();
  return (
    <footer class="bottom">
      <a href={`${root}/docs`}>Documents</a>
      <a href={`${root}/docs/api`}>API</a>
      <a href={`${root}/errors`}>Errors</a>
      <a href={`${root}/status`}>Status</a>
      <a href={`${root}/llms.txt`}>For agents</a>
    </footer>
  );
}

/** A link to a fragment would be taken for another view. */
function skipToMain(): void {
  document.getElementById('main')?.focus();
}

const WORDS: Readonly<Record<UnderWay['state'], string>> = {
  sending: 'Under way',
  open: 'Not known whether it landed',
  landed: '✓ Landed',
  failed: '✗ Failed',
  expired: '✗ Expired, nothing moved',
};

/** The transaction that the wallet was asked to sign last, from whatever view one went to. */
function UnderWayNote() {
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
