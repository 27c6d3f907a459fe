import { useEffect } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Code, Facts, Quantity } from '../parts/values.tsx';
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
import { frameWords, walletWords } from '../words/page.ts';

const GIFT_TEXT = `${GIFT.sol} SOL and ${GIFT.usdc} USDC`;

/** Shows the wallet's holdings, or the wallets to choose from. */
export function Wallet(_: ViewProps) {
  return (
    <>
      <Heading>{frameWords.titles.wallet}</Heading>
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
      <Facts
        of={[
          [walletWords.wallet, held.name],
          [walletWords.address, <Code key="address" text={held.address} />],
          [
            walletWords.holds,
            holdings.value.map((each) => (
              <div key={each.asset}>
                <Quantity of={each} />
              </div>
            )),
          ],
        ]}
      />
      <ProblemNote error={error} />
      <div class="row">
        {isDemo && (
          <ActionButton run={() => fundWallet(held.address)}>{walletWords.more(GIFT_TEXT)}</ActionButton>
        )}
        <ActionButton run={leaveWallet}>{isDemo ? walletWords.forget : walletWords.disconnect}</ActionButton>
      </div>
      {isDemo && (
        <p>
          <small class="dim">{walletWords.demoKey}</small>
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
      <p>{walletWords.empty}</p>
      <ActionButton run={() => fundWallet(held.address)}>{walletWords.get(GIFT_TEXT)}</ActionButton>
    </div>
  );
}

function StandardChoice() {
  const { value: found } = standardWallets;
  return (
    <section class="panel">
      <h2>{walletWords.connect}</h2>
      {found.length === 0 ? (
        <p>{walletWords.noneFound}</p>
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
        <small class="dim">{walletWords.safety}</small>
      </p>
    </section>
  );
}

function DemoOffer() {
  const { value: obstacle } = useLoaded(findDemoObstacle, []);
  return (
    <section class="panel">
      <h2>{walletWords.demo}</h2>
      <p>{walletWords.offer(GIFT_TEXT)}</p>
      {obstacle === undefined ? (
        <ActionButton isPrimary run={startDemoWallet}>
          {walletWords.make(GIFT_TEXT)}
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
