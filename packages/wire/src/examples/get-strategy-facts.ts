import type { getStrategyFacts } from '../operations/get-strategy-facts.ts';
import type { ExamplesOf } from './example.ts';

/** Exchanges of `GET /strategies/{key}/facts`, recorded from a service on a sandbox. */
export const getStrategyFactsExamples: ExamplesOf<typeof getStrategyFacts> = {
  ok: [
    {
      summary: 'The leveraged vault',
      params: { key: 'sol-leveraged-stake' },
      answer: {
        strategy: 'sol-leveraged-stake',
        asOf: { slot: '452736034', epoch: '1048', time: '2026-11-22T06:59:04.000Z' },
        apy: {
          percent: '11.3988',
          basis: 'After the cost of the debt, the fees of the vault, and those of the pool on rewards.',
          method: 'Growth in SOL of what a raSOL Max holds, compounded to a year.',
          window: 'Between the two newest captures, an epoch as a rule.',
          source: 'This service, which captures the ledger once an epoch.',
          readAt: '2026-11-22T06:58:59.649Z',
          ageSeconds: 0,
          isStale: false,
          realised: [
            {
              days: '7',
              from: '2026-11-15T06:58:56.000Z',
              to: '2026-11-22T06:58:56.000Z',
              percent: '11.4013',
            },
            {
              days: 'all',
              from: '2026-11-10T06:58:57.000Z',
              to: '2026-11-22T06:58:56.000Z',
              percent: '11.4035',
            },
          ],
        },
        liquidity: {
          instant: { asset: 'raSOL Max', amount: '4429.519354764', baseUnits: '4429519354764' },
          idle: { asset: 'raSOL', amount: '1001.57140745', baseUnits: '1001571407450' },
          capacityLeft: { asset: 'SOL', amount: '1053957.068275524', baseUnits: '1053957068275524' },
        },
        fees: [
          {
            kind: 'SOL deposit',
            percent: '0.1',
            of: 'the raSOL that a deposit of SOL mints',
            by: 'C3fac4Ssz5nSQkqRBRXtL4nhBi3baFRSZGUKNDQpTtG3',
          },
        ],
        programs: [
          {
            name: 'the vault program',
            address: 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'stakePool.program',
            address: 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'leveraged.adaptor.program',
            address: 'Bwg3mSjrvVjP9g5LdgMWY7wZKZQvpxpGhCWVgfgAFnNF',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'leveraged.lending.program',
            address: 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'leveraged.market.program',
            address: '76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
        ],
        leverage: {
          collateral: { asset: 'raSOL', amount: '52332.106039295', baseUnits: '52332106039295' },
          debt: { asset: 'SOL', amount: '35780.782060747', baseUnits: '35780782060747' },
          net: { asset: 'raSOL', amount: '19029.856741562', baseUnits: '19029856741562' },
          multiple: '2.7499',
          loanToValuePercent: '63.6364',
          worthlessBelowSolPerRasol: '0.683725246',
          distancePercent: '36.3636',
          health: null,
          stakeRatePercent: '6.2063',
          borrowRatePercent: '3.2003',
          carryPercent: '11.3988',
          isCarryNegative: false,
          exitNow: 'flash-bracket',
          idleCovers: { asset: 'raSOL Max', amount: '834.167500834', baseUnits: '834167500834' },
          priceAgeEpochs: '0',
        },
        missing: [],
      },
    },
    {
      summary: 'Native stake',
      params: { key: 'sol-native-stake' },
      answer: {
        strategy: 'sol-native-stake',
        asOf: { slot: '452736034', epoch: '1048', time: '2026-11-22T06:59:04.000Z' },
        apy: {
          percent: '6.2338',
          basis: 'After the commission of the validator; without tips that it does not share.',
          method:
            "Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year. While the source is away, an estimate from the ledger's inflation and vote credits.",
          window: 'The newest epoch that has ended and has a value.',
          source: "The validators' API at APY_VALIDATOR_URL.",
          readAt: '2026-11-22T06:58:59.650Z',
          ageSeconds: 0,
          isStale: false,
          realised: [
            {
              days: '7',
              from: '2026-11-15T06:58:57.185Z',
              to: '2026-11-22T06:58:57.185Z',
              percent: '6.2345',
            },
            {
              days: 'all',
              from: '2026-11-10T06:58:57.185Z',
              to: '2026-11-22T06:58:57.185Z',
              percent: '6.2350',
            },
          ],
        },
        liquidity: { instant: null, idle: null, capacityLeft: null },
        fees: [
          {
            kind: 'commission',
            percent: '5',
            of: 'the rewards of an epoch',
            by: '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh',
          },
        ],
        programs: [
          {
            name: 'reserve.program',
            address: 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'routerPrograms[0]',
            address: 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'routerPrograms[1]',
            address: 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
          {
            name: 'routerPrograms[2]',
            address: '76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC',
            upgradeAuthority: '9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8',
            lastDeployedSlot: '0',
          },
        ],
        leverage: null,
        missing: [],
      },
    },
  ],
};
