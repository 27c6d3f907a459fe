import { isStrategyKey, type StrategyKey } from '@staking-agent/wire/light';

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
    goesWrong: 'You can lose everything you put in: through a fall of raSOL, expensive loans or a defect.',
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

/** The name of a strategy, here and on the pages beside the console; a text that is no key comes back as it is. */
export function nameStrategy(key: string): string {
  return isStrategyKey(key) ? strategyWords[key].name : key;
}

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
