/*
 * The words of the page for people are in this folder, ready for translation: texts, and functions where a figure stands in the
 * sentence. Views for developers keep their own. A sentence has at most 25 words and names no field, code or key.
 */

/** The language of the words: numbers and times are written as in it. */
export const LOCALE = 'en-GB';

export const frameWords = {
  brand: 'Staking console',
  skip: 'To the content',
  views: 'Views',
  noValue: 'nothing here has any value',
  noWallet: 'No wallet',
  notFound: 'Not found',
  noSuchView: 'There is no such view.',
  epoch: (epoch: string) => `epoch ${epoch}`,
  underWay: {
    sending: 'Under way',
    open: 'Not known whether it landed',
    landed: '✓ Landed',
    failed: '✗ Failed',
    expired: '✗ Expired, nothing moved',
    asked: 'In the wallet',
  },
  titles: {
    strategies: 'Strategies',
    positions: 'My money',
    wallet: 'Wallet',
    stake: 'Stake',
    confirm: 'Confirm',
    split: 'Divide a stake',
    exit: 'Take out',
    tx: 'Transaction',
    developers: 'For developers',
    sandbox: 'Sandbox',
    tour: 'Tour',
    inspector: 'Inspector',
  },
} as const;

export const timeWords = {
  now: 'now',
  today: (clock: string) => `today, about ${clock}`,
  tomorrow: (clock: string) => `tomorrow, about ${clock}`,
  inDays: (days: string, clock: string) => `in ${days} days, about ${clock}`,
  on: (date: string, clock: string) => `on ${date}, about ${clock}`,
  afterEpoch: 'when this epoch ends',
  fromEpoch: (epoch: string) => `from epoch ${epoch} on`,
  between: (epoch: string, earliest: string, latest: string) =>
    `Epoch ${epoch}, expected to begin between ${earliest} and ${latest}`,
};

export const commonWords = {
  about: 'about',
  atLeast: 'at least',
  noLeast: 'no least',
  atRate: 'at the present rate',
  none: 'none',
  notKnown: 'not known',
  noLimit: 'no limit',
  back: 'Back',
  max: 'max',
  details: 'Details',
  moreAbout: (name: string) => `More about ${name}`,
  inTheWordsOf: 'In the words of the service',
  nothingSigned: 'Nothing is signed yet.',
  or: 'or',
  and: 'and',
  amountFault: 'Write a decimal number with a point, such as 1.5, or max.',
  exactAmount: 'An exact amount, such as 1.5.',
  places: (n: number) => `At most ${n} ${n === 1 ? 'place' : 'places'} after the point.`,
  aboveZero: 'Must be above 0.',
  notLoaded: 'This part of the page could not be loaded. Check your connection, then reload the page.',
};

export const walletWords = {
  wallet: 'Wallet',
  address: 'Address',
  holds: 'Holds',
  more: (gift: string) => `Get ${gift} more`,
  get: (gift: string) => `Get ${gift}`,
  forget: 'Forget this wallet',
  disconnect: 'Disconnect',
  demoKey:
    'The key was made by this browser and cannot be read out of it. Forgetting it leaves its money behind.',
  empty: 'The demo wallet is empty: the sandbox has begun anew, or all of it is staked.',
  connect: 'Connect a wallet',
  noneFound: 'No wallet was found that signs for Solana. Install one, or unlock it, and this page shows it.',
  safety:
    'The page shows and checks each transaction before the wallet is asked. It sends only what you sign.',
  demo: 'Demo wallet',
  offer: (gift: string) =>
    `A key that only this browser holds. The sandbox gives it ${gift}; nothing of it has any value.`,
  make: (gift: string) => `Make a demo wallet with ${gift}`,
};

/** Views for developers keep their words; these lead to them. */
export const developerWords = {
  lead: 'What happens behind this page, and what its makers test it with.',
  about: {
    inspector: 'Every request of this page with its answer, and the same as curl and TypeScript.',
    tx: 'Look up a transaction by its signature: what it did, and what the programs said.',
    sandbox: 'Let epochs pass, watch what grows, and break what the service depends on.',
    tour: 'Six things that go wrong between a wallet and a ledger, done on purpose.',
  } as Readonly<Record<string, string>>,
  documents: 'Documents',
  api: 'API',
  errors: 'Errors',
  status: 'Status',
  agents: 'For agents',
};
