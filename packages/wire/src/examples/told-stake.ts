import type { Explanation } from '../fields/explanation.ts';
import type { Receipt } from '../fields/receipt.ts';

/** Delegates 1.5 SOL from a stake account that derives from the wallet; unsigned. */
export const SEEDED_STAKE_TRANSACTION =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAgKvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4E1CXnrCWh/Pjow+arjq98VBUjTPnPMXiZzEmtjqO/XygAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXcq8FqWmaNDifUf1rbvHHiMURrA7IE6koJF1lx0fS1IDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqHYF6UCBQtoB5Hmzm24jh5bcVD2H8Z5Ck600QAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZLFxRIYzJTD1K8X9Y2u4Im6H9ROPb2YoAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAABw2Tl0sktvffzyEra3bKjBDnb524QRCJCfEZsmsZapFwUEAAUCGZ0AAAQACQMQJwAAAAAAAAICAAF8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA1ZDBjOWE0YmUxZjM3YTIyODZjNDQxMGZiNzlkZTg1M4AEi1kAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA';

/** The seed that it derives with. */
export const STAKE_ACCOUNT_SEED = '5d0c9a4be1f37a2286c4410fb79de853';

/** What the service tells of this transaction; a test holds it to the code that writes it. */
export const STAKE_RECEIPT: Receipt = {
  basis: 'computed',
  summary:
    'Delegates 1.5 SOL from the new stake account 4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR, which this wallet alone controls.',
  changes: [
    {
      account: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
      direction: 'out',
      asset: 'SOL',
      amount: '1.5',
      baseUnits: '1500000000',
      isNew: false,
    },
    {
      account: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
      direction: 'in',
      asset: 'SOL',
      amount: '1.5',
      baseUnits: '1500000000',
      isNew: true,
    },
  ],
  receive: {
    expected: {
      asset: 'SOL',
      amount: '1.5',
      baseUnits: '1500000000',
    },
    atLeast: {
      asset: 'SOL',
      amount: '1.5',
      baseUnits: '1500000000',
    },
  },
  costs: [
    {
      kind: 'network-fee',
      asset: 'SOL',
      amount: '0.000005',
      baseUnits: '5000',
      isRefundable: false,
    },
    {
      kind: 'priority-fee',
      asset: 'SOL',
      amount: '0.000000403',
      baseUnits: '403',
      isRefundable: false,
    },
    {
      kind: 'rent',
      asset: 'SOL',
      amount: '0.00228288',
      baseUnits: '2282880',
      isRefundable: true,
      account: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
    },
  ],
  authorities: [
    {
      account: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
      staker: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
      withdrawer: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
      lockup: null,
    },
  ],
  undo: {
    isPossible: true,
    description:
      'Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.',
    next: [
      {
        description: 'Deactivates the stake account.',
        endpoint: '/api/v1/unstake',
        method: 'POST',
        body: {
          strategy: 'sol-native-stake',
          wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
          kind: 'deactivate',
          stakeAccount: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
        },
      },
      {
        description: 'Moves everything to the wallet, which closes the account.',
        endpoint: '/api/v1/withdraw',
        method: 'POST',
        body: {
          wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
          stakeAccount: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
        },
        availableAt: {
          epoch: '1062',
          earliest: '2026-11-23T20:51:00.000Z',
          latest: '2026-11-23T22:10:00.000Z',
        },
      },
    ],
  },
  warnings: [],
};

/** The same of its bytes. */
export const STAKE_EXPLANATION: Explanation = {
  version: 'legacy',
  bytes: 705,
  feePayer: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
  signers: ['DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL'],
  messageHash: 'EvrnIrddc4xClKyNdH--dKvt50Auow2y9ZGQ3BNp0kY',
  instructions: [
    {
      index: 0,
      program: 'ComputeBudget111111111111111111111111111111',
      programName: 'Compute Budget',
      name: 'SetComputeUnitLimit',
      summary: 'Lets the transaction use up to 40217 compute units.',
      accounts: [],
      data: {
        units: '40217',
      },
    },
    {
      index: 1,
      program: 'ComputeBudget111111111111111111111111111111',
      programName: 'Compute Budget',
      name: 'SetComputeUnitPrice',
      summary: 'Bids 10000 micro-lamports for each compute unit of the limit, for priority.',
      accounts: [],
      data: {
        price: '10000',
      },
    },
    {
      index: 2,
      program: '11111111111111111111111111111111',
      programName: 'System',
      name: 'CreateAccountWithSeed',
      summary:
        'Creates the account 4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR with 1.50228288 SOL of DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL, for the program Stake11111111111111111111111111111111111111.',
      accounts: [
        {
          address: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
          role: 'payer',
          isSigner: true,
          isWritable: true,
        },
        {
          address: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
          role: 'new account',
          isSigner: false,
          isWritable: true,
        },
      ],
      data: {
        base: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        seed: '5d0c9a4be1f37a2286c4410fb79de853',
        lamports: '1502282880',
        space: '200',
        owner: 'Stake11111111111111111111111111111111111111',
      },
    },
    {
      index: 3,
      program: 'Stake11111111111111111111111111111111111111',
      programName: 'Stake',
      name: 'Initialize',
      summary:
        'Makes 4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR a stake account of the staker DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL and the withdrawer DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL.',
      accounts: [
        {
          address: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
          role: 'stake account',
          isSigner: false,
          isWritable: true,
        },
        {
          address: 'SysvarRent111111111111111111111111111111111',
          role: 'rent',
          isSigner: false,
          isWritable: false,
        },
      ],
      data: {
        staker: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        withdrawer: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        'lockup time': '0',
        'lockup epoch': '0',
        'lockup custodian': '11111111111111111111111111111111',
      },
    },
    {
      index: 4,
      program: 'Stake11111111111111111111111111111111111111',
      programName: 'Stake',
      name: 'DelegateStake',
      summary:
        'Delegates the stake of 4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR to the validator of 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh.',
      accounts: [
        {
          address: '4a2zMPL4AmGNvs9ziDkXBxPUS3S5bevakw8v1rwdRLYR',
          role: 'stake account',
          isSigner: false,
          isWritable: true,
        },
        {
          address: '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh',
          role: 'vote account',
          isSigner: false,
          isWritable: false,
        },
        {
          address: 'SysvarC1ock11111111111111111111111111111111',
          role: 'clock',
          isSigner: false,
          isWritable: false,
        },
        {
          address: 'SysvarStakeHistory1111111111111111111111111',
          role: 'stake history',
          isSigner: false,
          isWritable: false,
        },
        {
          address: 'StakeConfig11111111111111111111111111111111',
          role: 'stake config',
          isSigner: false,
          isWritable: false,
        },
        {
          address: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
          role: 'staker',
          isSigner: true,
          isWritable: true,
        },
      ],
      data: {},
    },
  ],
};
