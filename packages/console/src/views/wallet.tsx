import { useEffect } from 'preact/hooks';
import { ActionButton, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Quantity } from '../parts/values.tsx';
import { ledgerChanges } from '../state/clock.ts';
import type { ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import {
  connectWallet,
  findDemoObstacle,
  fundWallet,
  GIFT,
  holdings,
  leaveWallet,
  readHoldings,
  standardWallets,
  startDemoWallet,
  wallet,
} from '../state/wallet.ts';

const GIFT_TEXT = `${GIFT.sol} SOL and ${GIFT.usdc} USDC`;

/** Shows the wallet's holdings, or the wallets to choose from. */
export function Wallet(_: ViewProps) {
  return (
    <>
      <h1>Wallet</h1>
      {wallet.value === undefined ? <WalletChoice /> : <Held />}
    </>
  );
}

function Held() {
  const { value: held } = wallet;
  const { error } = useLoaded(readHoldings, [held?.address, ledgerChanges.value]);
  if (held === undefined) return null;
  const isDemo = held.kind === 'demo';
  return (
    <section class="panel">
      <dl class="facts">
        <dt>Wallet</dt>
        <dd>{held.name}</dd>
        <dt>Address</dt>
        <dd class="mono">{held.address}</dd>
        <dt>Holds</dt>
        <dd>
          {holdings.value.map((each) => (
            <div key={each.asset}>
              <Quantity of={each} />
            </div>
          ))}
        </dd>
      </dl>
      <ProblemNote error={error} />
      <div class="row">
        {isDemo && <ActionButton run={() => fundWallet(held.address)}>Get {GIFT_TEXT} more</ActionButton>}
        <ActionButton run={leaveWallet}>{isDemo ? 'Forget this wallet' : 'Disconnect'}</ActionButton>
      </div>
      {isDemo && (
        <p>
          <small class="dim">
            The key was made by this browser and cannot be read out of it. It exists for the sandbox only;
            forgetting it leaves what it holds behind.
          </small>
        </p>
      )}
    </section>
  );
}

/** The wallets that there are, also shown where one is missing. */
export function WalletChoice() {
  return getSession().config.sandbox === null ? <StandardChoice /> : <DemoOffer />;
}

/** A way to a wallet that can stake: one of the browser, a demo wallet, or something to put into it. */
export function WalletPrompt() {
  const { value: held } = wallet;
  if (held === undefined) return <WalletChoice />;
  const isEmpty = holdings.value.length > 0 && holdings.value.every(({ amount }) => amount === '0');
  if (held.kind !== 'demo' || !isEmpty) return null;
  return (
    <div class="note">
      <p>The demo wallet is empty: the sandbox has begun anew since it was made, or all of it is staked.</p>
      <ActionButton run={() => fundWallet(held.address)}>Get {GIFT_TEXT}</ActionButton>
    </div>
  );
}

function StandardChoice() {
  const { value: found } = standardWallets;
  return (
    <section class="panel">
      <h2>Connect a wallet</h2>
      {found.length === 0 ? (
        <p>
          No wallet was found that signs Solana transactions by the wallet standard. Install one, or unlock
          it, and this page shows it.
        </p>
      ) : (
        <div class="row">
          {found.map((each) => (
            <ActionButton key={each.name} run={() => connectWallet(each)}>
              {each.name}
            </ActionButton>
          ))}
        </div>
      )}
      <p>
        <small class="dim">
          The page shows and proves each transaction before the wallet is asked. It sends only what you sign.
        </small>
      </p>
    </section>
  );
}

function DemoOffer() {
  const { value: obstacle } = useLoaded(findDemoObstacle, []);
  return (
    <section class="panel">
      <h2>Demo wallet</h2>
      <p>
        A key that this browser makes and that no script can read. The sandbox gives it {GIFT_TEXT}; nothing
        of it has any value.
      </p>
      {obstacle === undefined ? (
        <ActionButton isPrimary run={startDemoWallet}>
          Make a demo wallet with {GIFT_TEXT}
        </ActionButton>
      ) : (
        <p class="bad">{obstacle}</p>
      )}
    </section>
  );
}

/** Keeps what the header shows of the wallet true. */
export function useHoldings(): void {
  const address = wallet.value?.address;
  const changes = ledgerChanges.value;
  useEffect(() => {
    // The view of the wallet says what went wrong.
    readHoldings().catch(() => undefined);
  }, [address, changes]);
}
