import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Announcer, Heading, showLater } from './parts/controls.tsx';
import { Address, Quantity } from './parts/values.tsx';
import { ledgerTime } from './state/clock.ts';
import { hrefOf, route, type ViewProps } from './state/route.ts';
import { getSession } from './state/session.ts';
import { underWay } from './state/under-way.ts';
import { holdings, wallet } from './state/wallet.ts';
import { Strategies } from './views/strategies.tsx';
import { useHoldings, Wallet } from './views/wallet.tsx';
import { developerWords, frameWords } from './words/page.ts';

type View = {
  /** In the address: `#/name/...`. Its title is among the words of the frame. */
  readonly name: keyof typeof frameWords.titles;
  readonly Component: ComponentType<ViewProps>;
  /** The navigation that leads there: that of the page, or that of the drawer for developers. */
  readonly isListed?: 'page' | 'drawer';
  /** True if it is about the sandbox, and absent elsewhere. */
  readonly needsSandbox?: boolean;
};

const Confirm = showLater(async () => (await import('./views/confirm.tsx')).Confirm);
const Exit = showLater(async () => (await import('./views/exit.tsx')).Exit);
const Inspector = showLater(async () => (await import('./views/inspector.tsx')).Inspector);
const Positions = showLater(async () => (await import('./views/positions.tsx')).Positions);
const Sandbox = showLater(async () => (await import('./views/sandbox.tsx')).Sandbox);
const Split = showLater(async () => (await import('./views/stake.tsx')).Split);
const Stake = showLater(async () => (await import('./views/stake.tsx')).Stake);
const Tour = showLater(async () => (await import('./views/tour.tsx')).Tour);
const Transaction = showLater(async () => (await import('./views/transaction.tsx')).Transaction);

/** Every view, in the order of the navigation. */
const VIEWS: readonly View[] = [
  { name: 'strategies', Component: Strategies, isListed: 'page' },
  { name: 'positions', Component: Positions, isListed: 'page' },
  { name: 'wallet', Component: Wallet, isListed: 'page' },
  { name: 'developers', Component: Developers, isListed: 'page' },
  { name: 'stake', Component: Stake },
  { name: 'confirm', Component: Confirm },
  { name: 'split', Component: Split },
  { name: 'exit', Component: Exit },
  { name: 'inspector', Component: Inspector, isListed: 'drawer' },
  { name: 'tx', Component: Transaction, isListed: 'drawer' },
  { name: 'sandbox', Component: Sandbox, isListed: 'drawer', needsSandbox: true },
  { name: 'tour', Component: Tour, isListed: 'drawer', needsSandbox: true },
];

const listViews = () =>
  VIEWS.filter(({ needsSandbox = false }) => getSession().config.sandbox !== null || !needsSandbox);

/** The drawer of what developers and operators look at. */
function Developers(_: ViewProps) {
  return (
    <>
      <Heading>{frameWords.titles.developers}</Heading>
      <p>{developerWords.lead}</p>
      <dl class="drawer">
        {listViews()
          .filter(({ isListed }) => isListed === 'drawer')
          .map(({ name }) => (
            <div key={name} class="panel">
              <dt>
                <a href={hrefOf(name)}>{frameWords.titles[name]}</a>
              </dt>
              <dd>{developerWords.about[name]}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function NothingHere(_: ViewProps) {
  return (
    <>
      <Heading>{frameWords.notFound}</Heading>
      <p>
        {frameWords.noSuchView} <a href={hrefOf('strategies')}>{frameWords.titles.strategies}</a>
      </p>
    </>
  );
}

/** The whole page: who it is, where one can go, and one view. */
export function App() {
  const { name, params } = route.value;
  const view = listViews().find((each) => each.name === name);
  const Shown = view?.Component ?? NothingHere;
  const title = view === undefined ? frameWords.notFound : frameWords.titles[view.name];
  const group = view?.isListed === 'drawer' ? 'developers' : view?.name;
  useEffect(() => {
    document.title = `${title} – ${frameWords.brand}`;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        {frameWords.skip}
      </button>
      <header class="top">
        <div class="top-row">
          <a class="brand" href={hrefOf('strategies')}>
            {frameWords.brand}
          </a>
          <Network />
          <span class="grow" />
          <WalletChip />
        </div>
        <Navigation label={frameWords.views} group="page" current={group} />
        {group === 'developers' && (
          <Navigation label={frameWords.titles.developers} group="drawer" current={view?.name} />
        )}
        <UnderWayNote />
      </header>
      <main id="main" tabIndex={-1}>
        <Shown key={[name, ...params].join('/')} params={params} />
      </main>
      <Footer />
      <Announcer />
    </>
  );
}

function Navigation({
  label,
  group,
  current,
}: {
  readonly label: string;
  readonly group: 'page' | 'drawer';
  readonly current: string | undefined;
}) {
  return (
    <nav aria-label={label} class={group}>
      {listViews()
        .filter(({ isListed }) => isListed === group)
        .map(({ name }) => (
          <a key={name} href={hrefOf(name)} aria-current={name === current ? 'page' : undefined}>
            {frameWords.titles[name]}
          </a>
        ))}
    </nav>
  );
}

/** Which ledger this is, and what time it is there. */
function Network() {
  const { deployment, sandbox } = getSession().config;
  const time = ledgerTime.value;
  return (
    <span class={`network ${sandbox === null ? 'real' : 'play'}`}>
      <b>{deployment}</b>
      {sandbox !== null && ` · ${frameWords.noValue}`}
      {time && ` · ${frameWords.epoch(time.epoch)}`}
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
        frameWords.noWallet
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

const FOOTER = [
  ['docs', developerWords.documents],
  ['docs/api', developerWords.api],
  ['errors', developerWords.errors],
  ['status', developerWords.status],
  ['llms.txt', developerWords.agents],
] as const;

function Footer() {
  return (
    <footer class="bottom">
      {FOOTER.map(([path, name]) => (
        <a key={path} href={`${getSession().root}/${path}`}>
          {name}
        </a>
      ))}
    </footer>
  );
}

/** A link to a fragment would be taken for another view. */
function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** The transaction that the wallet was asked to sign last, from whatever view one went to. */
function UnderWayNote() {
  const { value: of } = underWay;
  return (
    <div class="under-way" role="status">
      {of?.signature !== undefined && (
        <a class="chip" href={hrefOf('tx', of.signature)}>
          <b>{frameWords.underWay[of.state]}</b> {of.title}
        </a>
      )}
      {of !== undefined && of.signature === undefined && (
        <span class="chip">
          <b>{frameWords.underWay.asked}</b> {of.title}
        </span>
      )}
    </div>
  );
}
