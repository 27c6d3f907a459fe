// biome-ignore-all lint/style/noExcessiveLinesPerFile: whoever translates the page finds all its words in one file.
import type { StrategyKey } from '@staking-agent/sdk';

/*
 * Every word of the page for people, in one place, ready for translation: texts, and functions where a figure stands in the
 * sentence. Views for developers keep their own. A sentence has at most 25 words and names no field, code or key.
 */

/** The language of the words: numbers and times are written as in it. */
export const LOCALE = 'en-GB';

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** A strategy as people know it. */
type StrategyWords = {
  readonly name: string;
  /** How it works, in a sentence. */
  readonly does: string;
  /** How one gets out. */
  readonly leaves: string;
  readonly goesWrong: string;
  /** The basis of its rate. */
  readonly rests: string;
};

export const strategyWords: Readonly<Record<StrategyKey, StrategyWords>> = {
  'sol-native-stake': {
    name: 'Native staking',
    does: 'Your SOL backs a validator, from an account that only you control.',
    leaves: 'At the end of an epoch without a charge, or at once for what the market takes.',
    goesWrong: 'A validator that stops voting earns nothing. Your SOL stays yours.',
    rests: 'the last epoch, after the commission of the validator',
  },
  'sol-liquid-stake': {
    name: 'Liquid staking',
    does: 'You get raSOL, a token that is worth more SOL after every epoch.',
    leaves: 'At once on the market, or at the end of an epoch as a stake of your own.',
    goesWrong: 'Its program may have a defect. The market may pay less than raSOL is worth.',
    rests: 'the last epoch, after commissions and the fee on rewards',
  },
  'sol-leveraged-stake': {
    name: 'Leveraged staking',
    does: 'A vault borrows SOL to stake more than you put in, for a higher yield.',
    leaves: 'At once, in two steps, as long as the vault, a lender and the market can pay.',
    goesWrong: 'You can lose everything you put in: through a fall of raSOL, dear loans or a defect.',
    rests: 'the last epoch, after the cost of the loan and all fees',
  },
  'usdc-earn': {
    name: 'USDC earn',
    does: 'A vault lends your USDC to borrowers and shares the interest.',
    leaves: 'At once, as long as the vault can pay. Some vaults ask you to wait first.',
    goesWrong: 'The vault, or those it lends to, may lose money or fail to pay.',
    rests: 'the last seven days, after the fees of the vault',
  },
};

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
  places: (n: number) => `At most ${count(n, 'place', 'places')} after the point.`,
  aboveZero: 'Must be above 0.',
  notLoaded: 'This part of the page could not be loaded. Check your connection, then reload the page.',
};

export const compareWords = {
  title: 'Where your money can work',
  lead: 'Staking puts your coins to work for the network, or in a vault, and you are paid for it.',
  calm: 'Compare the ways, choose one, and read what it does. Nothing moves before you sign.',
  strategy: 'Strategy',
  yield: 'Yield a year',
  out: 'How you get out',
  cost: 'What it costs',
  risk: 'What can go wrong',
  choose: (asset: string) => `Stake ${asset}`,
  soon: 'coming soon',
  rests: (basis: string) => `Rests on ${basis}.`,
  nextEpoch: (when: string) => `This epoch, a round of the network, ends ${when}.`,
  networkFee: 'Small fees of the network.',
  fee: {
    'SOL deposit': (percent: string) => `${percent} % of what goes in.`,
    'SOL withdrawal': (percent: string) => `${percent} % where SOL leaves the pool.`,
    commission: (percent: string) => `${percent} % of the rewards; the yield is what is left.`,
  } as Readonly<Record<string, (percent: string) => string>>,
  otherFee: (kind: string, percent: string, of: string) => `${kind}: ${percent} % of ${of}.`,
  history: 'How it went so far',
  range: (name: string) => `Time shown for ${name}`,
  ranges: { '1M': '1 month', '3M': '3 months', '6M': '6 months', All: 'All' },
  noHistory: 'No past values yet.',
  went: (title: string, first: string, from: string, last: string, to: string, low: string, high: string) =>
    `${title}: ${first} % on ${from}, ${last} % on ${to}. Lowest ${low} %, highest ${high} %.`,
  worth: (token: string) => `1 ${token} is worth`,
};

export const factWords = {
  yield: 'Now',
  stale: 'not read lately',
  basis: 'What is taken off',
  method: 'How it is computed',
  window: 'Over which time',
  source: 'Where it is from',
  realised: (days: string) => `Really earned in ${days} days`,
  realisedAll: 'Really earned so far',
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  liquidity: 'What can leave',
  instant: 'Most at once',
  idle: 'At hand',
  room: 'Room until full',
  loan: 'The loan',
  multiple: 'Stake for each SOL',
  collateral: 'Pledged',
  debt: 'Owed',
  loanToValue: 'Owed by what is pledged',
  stakeEarns: 'Stake earns',
  debtCosts: 'The loan costs',
  carry: 'Left for you',
  negative: 'the loan costs more than the stake earns',
  worthless: 'Worth nothing below',
  price: (sol: string) => `${sol} SOL for a raSOL`,
  below: (percent: string) => `${percent} % below the present price`,
  fees: 'Fees',
  noFees: 'None beside those of the network.',
  programs: 'Programs behind it',
  program: 'Program',
  address: 'Address',
  replacedBy: 'May be replaced by',
};

export const stakeWords = {
  amount: (asset: string) => `Amount in ${asset}`,
  slider: 'Part of what you can stake',
  holds: 'Your wallet holds',
  most: 'Most you can stake now',
  limits: 'Limits, and what stays in the wallet',
  staysBack: 'Stays in the wallet',
  least: 'Least',
  mostOfOne: 'Most at once',
  closed: 'It takes no stakes now.',
  next: 'Continue',
  compare: (amount: string, asset: string) => `What ${amount} ${asset} would do elsewhere`,
  asking: 'Asking each strategy…',
  wouldHold: 'You would hold',
  backAtOnce: 'Out again at once',
  takes: 'costs',
  paysOff: 'Pays off after',
  days: (days: string) => `${days} days`,
  titleOf: (amount: string, asset: string, name: string) => `Stake ${amount} ${asset}: ${name}`,
  titleOfMax: (asset: string, name: string) => `Stake as much ${asset} as possible: ${name}`,
  kept: {
    rent: 'set aside in accounts that the stake opens',
    fees: 'fees of the stake, at the most',
    'later-exit': 'fees of taking it out again, at the most',
    'wallet-rent': 'what a wallet must hold to go on existing',
  },
  split: {
    lead: 'One stake becomes two. Each can be taken out without the other.',
    amount: 'Amount in SOL of the new one',
    leaving: 'Take the new one out: it begins to cool down at once',
    whole: 'An exact amount: both stakes must go on.',
    title: (amount: string) => `Divide off ${amount} SOL`,
    titleLeaving: (amount: string) => `Divide off ${amount} SOL and take it out`,
  },
};

export const riskWords = {
  title: 'Before you stake with borrowed money',
  multiple: (times: string) => `For each SOL you put in, the vault holds about ${times} SOL of stake.`,
  carry: (percent: string) => `Stake pays more than the loan costs now: ${percent} % a year is left for you.`,
  worstWeek: (percent: string, since: string) =>
    `In the worst week since ${since}, which is all that is known, it lost ${percent} % of what was in it.`,
  noWorseWeek: (percent: string, since: string) =>
    `No week since ${since} has lost; the worst one brought ${percent} %. More of the past is not known.`,
  negativeCarry: 'The loan costs more than stake pays now: you lose money every day.',
  fall: (percent: string) => `When raSOL falls ${percent} % against SOL, nothing of your stake is left.`,
  sale: 'The lender may sell before that. It does not say at which price.',
  liquidates: (percent: string, price: string) =>
    `When raSOL falls ${percent} % at the lender, below ${price} SOL, it may sell to repay the loan. A later rise does not bring that back.`,
  health: (health: string) => `Health of the loan now: ${health}. Below 1 the lender may sell.`,
  noFigures: 'The figures of the loan could not be read just now.',
  accept: 'I understand that I can lose everything I put in here.',
};

/** Warnings of the service, by code: what is the matter, and what to change. */
export const warningWords: Readonly<Record<string, string>> = {
  WALLET_TOO_POOR: 'The wallet holds too little SOL for this. Add SOL to it, or choose a smaller amount.',
  NO_SOL_FOR_EXIT:
    'Too little SOL would stay for the fees of taking this out again. Stake less, or add SOL to the wallet.',
  VALIDATOR_DELINQUENT:
    'The validator has stopped voting: this stake earns nothing until it votes again. Wait, or choose another strategy.',
  NO_MINIMUM:
    'Nothing in this transaction holds the payer to an amount: less may arrive. Where you can name a least below, name one.',
  MINIMUM_AT_RATE: 'The least holds at the present rate. To be held to it in any case, name a least below.',
  LEVERAGE: 'The vault works with borrowed money. A fall of raSOL can take all that you put in.',
  LOCKUP_IN_FORCE: 'This stake is locked: its guardian must agree before anything can be taken out.',
  NOT_STAKER: 'Another wallet decides when this stake is taken out.',
  NOT_WITHDRAWER: 'Only another wallet can take the money of this stake.',
  OTHER_VALIDATOR: 'This stake backs another validator than ours.',
  IDLE_SINCE_EPOCH: 'This stake earns nothing any more. Take it out, or stake it anew.',
  SURPLUS_NOT_EARNING: 'A part of this stake account is not staked and earns nothing.',
  MERGEABLE_WITH: 'This stake can be put together with another one of yours.',
  REWARDS_BEING_PAID: 'Rewards are being paid: no stake can be changed for some minutes.',
  EXIT_NOT_POSSIBLE: 'Nothing can be taken out of here just now. Look again later.',
};

export const confirmWords = {
  nothing: 'There is nothing to confirm.',
  building: 'Preparing the transaction, and checking what it does…',
  summary: 'In short',
  give: 'You give',
  moves: 'Moves within your wallet',
  hold: 'You then hold',
  receive: 'You receive',
  leave: 'You can leave',
  costs: 'It costs',
  wrong: 'It can go wrong so',
  noMoney: 'No money moves but the fee.',
  ofStake: (amount: string) => `${amount} of stake`,
  fee: (amount: string) => `at most ${amount} in fees of the network`,
  gone: (amount: string) => `${amount} for accounts, which does not come back`,
  aside: (amount: string) => `${amount} set aside, back when you leave`,
  proved: 'Checked in this page: it does this and nothing else.',
  notProved: 'This page could not check it, and does not let it be signed.',
  noAddresses: (deployment: string) =>
    `This page knows no addresses of ${deployment}: it can check nothing, and lets nothing be signed.`,
  sign: {
    sign: 'Sign',
    noMoney: 'Sign – no money moves',
    receive: (got: string) => `Sign – receive ${got}`,
    give: (given: string) => `Sign – give ${given}`,
    move: (given: string) => `Sign – move ${given}`,
    withdraw: (got: string) => `Sign – withdraw ${got}`,
    trade: (given: string, got: string) => `Sign – give ${given} for ${got}`,
  },
  decision: 'Decision',
  again: 'Prepare it again',
  cancel: 'Cancel',
  accept: 'I have read this, and go on.',
  changedLeast: 'This one does not have the least that you typed below.',
  stillAsked: (title: string) =>
    `The wallet is still asked to sign this: ${title}. Answer it there before you sign anything else.`,
  waits: (title: string) => `This waits for the end of another transaction: ${title}.`,
  notSure: 'Nothing proves yet how it ended.',
  mayHaveLanded: 'It may have landed, or may land still.',
  lookUp: 'Look it up',
  beforeAgain: 'before you do the same again.',
  noMoreThan: (seconds: string) => `You can sign this for about ${seconds} s more.`,
  notMeasured: 'How long this can be signed is not known yet.',
  over: 'Its time is over. Prepare it again; what was not signed never happens.',
  beforeSign: 'Nothing moves before you sign.',
  noWallet: 'There is no wallet any more.',
  steps: {
    built: 'Asking the wallet…',
    verified: 'Checked once more. Asking the wallet…',
    signed: 'Signed. Sending…',
    sent: 'Sent. Waiting until it has landed…',
    confirmed: 'Landed.',
  } as Readonly<Record<string, string>>,
  proving: 'Checking it once more…',
  known: 'Signature, known before anything was sent:',
  nothingSent: 'Nothing was sent.',
  notMade: 'No transaction was made, and nothing was signed.',
  tryAgain: 'Try again',
  shown: 'What was shown',
  landed: '✓ Landed',
  onLedger: 'On the ledger',
  left: 'left',
  arrived: 'arrived',
  feeWas: (amount: string) => `Fee ${amount}.`,
  next: (what: string) => `Next: ${what}.`,
  possible: (when: string) => `Possible ${when}; you find it under My money.`,
  undo: 'How to undo it',
  undoLeverage: 'You get raSOL for it first, and sell that for SOL with a second transaction.',
  undoStep: (what: string, when: string) => `${what}, ${when}`,
  least: (symbol: string) => `Least that must arrive, in ${symbol}`,
  nameLeast: 'Name the least that must arrive',
  withLeast: 'Prepare it with this least',
  leastOfService: 'Without one, the limit of the service holds.',
  whole: 'Every instruction',
  rent: 'set aside',
  networkFee: 'Network fee',
  priorityFee: 'Priority fee, at most',
  receipt: 'The receipt of the service',
  requests: 'What was asked and answered, as curl and TypeScript',
};

/** The levels of a proof, for the details. */
export const proofWords = {
  exact: 'Every byte is what was asked for, at addresses that this page pins.',
  bounded:
    'Its instructions keep to one pattern, and a trial on the ledger node stays within what was asked for.',
  unproven: 'It could not be proved.',
};

export const callWords = {
  withdraw: (amount: string) => `Take ${amount} into the wallet`,
  withdrawAll: 'Take everything into the wallet',
  splitOff: (amount: string) => `Divide off ${amount}`,
  merge: 'Put two stakes together',
  stake: (amount: string) => `Stake ${amount}`,
  deactivate: 'Start to take it out',
  instant: (amount: string) => `Exit at once – ${amount}`,
  instantAll: 'Exit at once',
  slow: (amount: string) => `Exit at the end of the epoch – ${amount}`,
  request: (amount: string) => `Ask for ${amount} back`,
  claim: 'Take what you asked for',
  cancel: 'Take the request back',
  takeOut: 'Take out',
  everything: (asset: string) => `all ${asset}`,
  about: {
    withdraw: 'It goes to your wallet; the rest stays where it is.',
    withdrawAll: 'The money goes to your wallet, and the stake account is closed.',
    split: 'To take out only a part of it.',
    merge: 'One account is easier to look after.',
    stake: 'It begins to earn with the next epoch.',
    deactivate: 'It stops earning when this epoch ends. Then you can take it into the wallet.',
    instant: 'You are paid at once, for what the market or the vault gives.',
    slow: 'It becomes a stake of your own that cools down, without the price of haste.',
    request: 'The vault pays after its waiting time.',
    claim: 'The waiting time is over.',
    cancel: 'It earns again.',
  } as Readonly<Record<string, string>>,
};

export const exitWords = {
  title: (name: string) => `Leave ${name}`,
  compare: 'Compare for this amount',
  asking: 'Asking what each way would pay…',
  of: 'For',
  way: 'Way',
  pays: 'You receive',
  fees: 'Fees',
  when: 'When',
  haste: 'Price of haste',
  choose: 'Choose',
  chooseThis: (way: string) => `Choose: ${way}`,
  fastest: 'fastest',
  paysMost: 'pays most',
  signatures: (n: number) => count(n, 'signature', 'signatures'),
  noLeast: 'no least is sure',
  rewards: 'and rewards of about',
  aYear: (percent: string) => `as much as ${percent} % a year`,
  notNow: 'not possible now',
  back: 'Back to my money',
  paths: {
    instant: 'At once',
    slow: 'Slowly, as a stake of your own',
    deactivate: 'Let it cool down, then take it',
    withdraw: 'Take it into the wallet',
    'instant-then-instant': 'At once, in two steps',
  },
  about: {
    instant: 'Paid in one transaction.',
    slow: 'You get a stake account now, and SOL when it has cooled down.',
    deactivate: 'Nothing is sold. It cools down until the epoch ends.',
    withdraw: 'It has cooled down already.',
    'instant-then-instant': 'First you get raSOL for it, then you sell that for SOL.',
  },
};

export const moneyWords = {
  refresh: 'Look again',
  reading: 'Reading the ledger…',
  incomplete: 'Not everything could be read. What is missing here is not gone.',
  nothing: 'Nothing is staked yet.',
  total: 'Worth together',
  worth: 'Worth now',
  putIn: 'Put in',
  takenOut: 'Taken out',
  earned: 'Earned so far',
  lost: 'Lost so far',
  curve: (asset: string) => `Earned over time, in ${asset}`,
  went: (name: string, first: string, from: string, now: string) =>
    `Earned by ${name}: ${first} on ${from}, after the fees of going in, and ${now} now.`,
  noHistory:
    'The past of this wallet could not be read whole, so nothing is said of what was put in and earned.',
  states: {
    active: 'Earning',
    activating: 'Starts to earn soon',
    deactivating: 'Cooling down',
    withdrawable: 'Ready to take',
    claimable: 'Ready to take',
    requested: 'Waiting',
    undelegated: 'Not staked',
  },
  startsEarning: (when: string) => `It starts to earn ${when}.`,
  ready: 'You can take it into the wallet now.',
  readyAt: 'You can take it into the wallet',
  can: 'What you can do now',
  ways: 'Compare all ways out',
  details: 'Details',
  split: 'Divide this stake…',
  possible: 'Possible',
  lock: 'Lock',
  calendar: 'Next dates',
  noDates: 'Nothing is on its way out.',
  when: 'When',
  amount: 'Amount',
  where: 'Where',
  calendarFile: 'Add these dates to your calendar',
  more: (n: string) => `There are more than these ${n}.`,
  showMore: 'Show more',
  held: 'You hold',
  account: 'Account',
  rate: (token: string) => `1 ${token} is worth`,
  staked: 'Staked',
  earnsNow: 'Of it earns now',
  aside: 'Set aside, back at the end',
  beside: 'Not staked',
  since: 'Staked in epoch',
  left: 'Taken out in epoch',
  locked: (epoch: string) => `Locked until epoch ${epoch}`,
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
