import { after, describe, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { startWorld } from '../world.ts';

const LEVERAGED = { strategy: 'sol-leveraged-stake' };

const world = await startWorld({ after });
const wallet = await createWallet();

describe('what leveraged staking refuses for its form', () => {
  const inputs: Record<string, [string, object, { code: string; detail: RegExp }]> = {
    'a stake without amount': ['/stake', {}, { code: 'FIELD_MISSING', detail: /amount/ }],
    'a stake of ten decimals': [
      '/stake',
      { amount: '1.0000000001' },
      { code: 'AMOUNT_TOO_FINE', detail: /9 decimal/ },
    ],
    'a stake of nothing': ['/stake', { amount: '0' }, { code: 'AMOUNT_ZERO', detail: /amount/ }],
    'a stake of a number': ['/stake', { amount: 1 }, { code: 'FIELD_INVALID', detail: /amount/ }],
    'an exit without amount': [
      '/unstake',
      { kind: 'instant' },
      { code: 'FIELD_MISSING', detail: /amount.*raSOL Max LP/ },
    ],
    'an exit with isWithdrawAll alone': [
      '/unstake',
      { kind: 'instant', isWithdrawAll: true },
      { code: 'FIELD_MISSING', detail: /amount/ },
    ],
    'a slow exit': [
      '/unstake',
      { kind: 'slow', amount: '1' },
      { code: 'KIND_NOT_OFFERED', detail: /instant/ },
    ],
    'a deactivation': [
      '/unstake',
      { kind: 'deactivate', amount: '1' },
      { code: 'KIND_NOT_OFFERED', detail: /instant/ },
    ],
    'an output asset in lower case': [
      '/unstake',
      { kind: 'instant', amount: '1', outputAsset: 'sol' },
      { code: 'OUTPUT_ASSET_NOT_OFFERED', detail: /outputAsset "sol".*raSOL, SOL/ },
    ],
    'an empty output asset': [
      '/unstake',
      { kind: 'instant', amount: '1', outputAsset: '' },
      { code: 'OUTPUT_ASSET_NOT_OFFERED', detail: /outputAsset/ },
    ],
    'a quote without amount': ['/quote', {}, { code: 'FIELD_MISSING', detail: /amount/ }],
    'a quote of ten decimals': [
      '/quote',
      { amount: '0.0000000001' },
      { code: 'AMOUNT_TOO_FINE', detail: /9 decimal/ },
    ],
    'a quote for a wallet that is none': [
      '/quote',
      { amount: '1', wallet: 'abc' },
      { code: 'ADDRESS_MALFORMED', detail: /wallet/ },
    ],
  };
  for (const [name, [path, body, problem]] of Object.entries(inputs)) {
    test(`400 for ${name}`, async () => {
      const answer = await world.post(path, { ...LEVERAGED, wallet: wallet.address, ...body });
      assertProblem(answer, { slug: 'invalid_request', ...problem });
    });
  }
});
