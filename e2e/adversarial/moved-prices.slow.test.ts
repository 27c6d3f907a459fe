import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { getMarketCodec, type Market } from '@staking-agent/chain/market';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { verify } from '@staking-agent/verify';
import { takeEverything } from './clones.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import { createBaseEvidence, withRehearsal } from './judge-by-verify.ts';
import { type AccountWrite, createPlainMutant } from './mutant.ts';
import { findHarm } from './oracle.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import type { Specimen, Theatre } from './run-suite.ts';
import { findChanges, landStaged, simulateStaged, stageMutant } from './stage.ts';
import { rewrite } from './trades.ts';

const HALF = { numerator: 1n, denominator: 2n };

/** What managers of the accounts that the deployment names, and other people's trades, can do to a price after its proof. */
async function listMoves({
  deployment,
  pool,
}: SandboxLedger): Promise<Readonly<Record<string, AccountWrite>>> {
  const ofPool = (change: Partial<StakePool>) =>
    rewrite(pool.stakePool, (data) =>
      Uint8Array.from(STAKE_POOL_CODEC.encode({ ...STAKE_POOL_CODEC.decode(data), ...change })),
    );
  const ofMarket = (change: (market: Market) => Partial<Market>) =>
    rewrite(pool.market, (data) => {
      const market = getMarketCodec().decode(data);
      return Uint8Array.from(getMarketCodec().encode({ ...market, ...change(market) }));
    });
  const { reserve } = deployment;
  assert.ok(reserve);
  const seeds = [getAddressEncoder().encode(reserve.address), 'fee'];
  const [fee] = await getProgramDerivedAddress({ programAddress: reserve.program, seeds });
  return {
    'fee of the Reserve': { address: fee, write: takeEverything },
    'fee on SOL deposits': ofPool({ solDepositFee: HALF }),
    'fee on SOL withdrawals': ofPool({ solWithdrawalFee: HALF }),
    'fee on stake deposits': ofPool({ stakeDepositFee: HALF }),
    'fee on stake withdrawals': ofPool({ stakeWithdrawalFee: HALF }),
    'SOL of the market': ofMarket(({ virtualLamports }) => ({ virtualLamports: virtualLamports / 2n })),
    'raSOL of the market': ofMarket(({ virtualTokens }) => ({ virtualTokens: virtualTokens / 2n })),
  };
}

/**
 * The builds that may bring less than their bound, by what moves, and what their effects promise. With `minReceive`
 * none of them is handed out.
 */
const OPEN: Readonly<Record<string, 'no minimum' | 'at the rate'>> = {
  'native instant: fee of the Reserve': 'no minimum',
  'native instant, plain: fee of the Reserve': 'no minimum',
  'native instant, sharing: fee of the Reserve': 'no minimum',
  'liquid slow, prefunded: fee on stake withdrawals': 'no minimum',
  'liquid stake: fee on SOL deposits': 'at the rate',
  'liquid stake, plain: fee on SOL deposits': 'at the rate',
  'liquid stake, sharing: fee on SOL deposits': 'at the rate',
  'liquid instant over the pool: fee on SOL withdrawals': 'at the rate',
};

let theatre: Theatre;
before(async () => {
  theatre = await prepareTheatre(await collectHonestBuilds([]));
});

test('an order brings its minimum whatever moves after the proof, or says that nothing is sure', async () => {
  const open: Record<string, string> = {};
  for (const [what, move] of Object.entries(await listMoves(theatre.ledger))) {
    for (const specimen of theatre.specimens.filter(({ build }) => build.isProvided)) {
      await new Promise((resolve) => setImmediate(resolve));
      if (land(specimen, move).length > 0) open[`${specimen.build.name}: ${what}`] = readPromise(specimen);
    }
  }
  assert.deepEqual(open, OPEN);
});

function land({ build, draft, circumstances }: Specimen, move: AccountWrite): readonly string[] {
  const { ledger, keys } = theatre;
  const mutant = { ...createPlainMutant(build, draft), meanwhile: [move] };
  const landed = landStaged(stageMutant(mutant) ?? assert.fail(), mutant, ledger, keys) ?? assert.fail();
  const { err, fee } = landed.result;
  return findHarm({ hasFailed: err !== null, fee, changes: findChanges(landed) }, circumstances);
}

function readPromise({ build, draft }: Specimen): string {
  const { ledger } = theatre;
  const mutant = createPlainMutant(build, draft);
  const staged = stageMutant(mutant) ?? assert.fail();
  const shown = simulateStaged(staged, mutant, ledger) ?? assert.fail();
  const evidence = withRehearsal(createBaseEvidence(ledger), shown, staged);
  const { operation, request, answer } = build;
  const { effects, findings } = verify(operation, request, answer, ledger.deployment, evidence);
  assert.deepEqual(findings, []);
  const [arriving] = effects.arrives;
  if (arriving?.least === undefined) return 'no minimum';
  return arriving.isAtRate ? 'at the rate' : `at least ${arriving.least}`;
}
