import type { split } from '../operations/split.ts';
import type { ExamplesOf } from './example.ts';
import { EXPIRY, SERVICE_TOKEN, STAKE_ACCOUNT, WALLET } from './example-values.ts';

const PART = {
  strategy: 'sol-native-stake',
  service_token: SERVICE_TOKEN,
  expiry: EXPIRY,
  stakeAccount: STAKE_ACCOUNT,
  newStakeAccount: 'HWkNquJLaFLd9woAHLGfpBQG4KfjLg4XPFm9zLfpyFzm',
  stakeAccountSeed: '9c1f07be42d85a36e0b7718c3d5f94a2',
  splitLamports: 500_000_000,
  rentExemptReserveLamports: 2_282_880,
} as const;

/** Exchanges of `POST /split`. */
export const splitExamples: ExamplesOf<typeof split> = {
  'sol-native-stake': [
    {
      summary: 'Split 0.5 SOL off a stake account',
      body: { wallet: WALLET, stakeAccount: STAKE_ACCOUNT, amount: '0.5' },
      answer: {
        ...PART,
        signers: [WALLET],
        transaction:
          'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW/VZ4V/hpdSu3sYvWk86RUz0Iyj1jMi3wly12kBthG6+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAAcNk5dLJLb3388hK2t2yowQ52+duEEQiQnxGbJrGWqRcEBAAFAkCcAAAEAAkDECcAAAAAAAADAgACfAMAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgSAAAAAAAAAAOWMxZjA3YmU0MmQ4NWEzNmUwYjc3MThjM2Q1Zjk0YTKA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAwECAAwDAAAAAGXNHQAAAAA=',
        notes: 'Keep newStakeAccount: deactivate, withdraw and instant unstake need it.',
      },
    },
    {
      summary: 'Begin the cooldown of 0.5 SOL of a stake account',
      body: { wallet: WALLET, stakeAccount: STAKE_ACCOUNT, amount: '0.5', then: 'deactivate' },
      answer: {
        ...PART,
        signers: [WALLET],
        transaction:
          'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW/VZ4V/hpdSu3sYvWk86RUz0Iyj1jMi3wly12kBthG6+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAABw2Tl0sktvffzyEra3bKjBDnb524QRCJCfEZsmsZapFwUEAAUCQJwAAAQACQMQJwAAAAAAAAMCAAJ8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA5YzFmMDdiZTQyZDg1YTM2ZTBiNzcxOGMzZDVmOTRhMoDVIgAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAQIADAMAAAAAZc0dAAAAAAUDAgYABAUAAAA=',
        notes: 'Only the part cools down. Once the epoch has ended, call withdraw with newStakeAccount.',
      },
    },
  ],
};
