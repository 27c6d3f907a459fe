import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { findAssociatedTokenPda, getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import {
  findWithdrawAuthorityPda,
  getDepositSolInstruction,
  getStakePoolDecoder,
  previewDepositSol,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake-pool';
import {
  findDepositAuthorityPda,
  findTransientStakePda,
  findValidatorStakePda,
} from '../../chain/test/stake-pool/pdas.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { encode, POOL_PROGRAM, SOL, startTestSandbox } from './start-test-sandbox.ts';

const STAKE_POOL_FAILED = `Program ${SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS} failed: custom program error: 0x11`;

describe('a modelled program behind JSON-RPC', () => {
  test('has the addresses kit derives, and an executable account', async (t) => {
    const { sandbox, rpc } = await startTestSandbox(t);
    const { stakePool, voteAccount, ...world } = sandbox.ledger.pool;
    assert.equal((await findWithdrawAuthorityPda({ stakePool }, POOL_PROGRAM))[0], world.withdrawAuthority);
    assert.equal((await findWithdrawAuthorityPda({ stakePool }, POOL_PROGRAM))[1], world.withdrawBump);
    assert.equal((await findDepositAuthorityPda({ stakePool }, POOL_PROGRAM))[0], world.depositAuthority);
    assert.equal(
      (await findValidatorStakePda({ stakePool, voteAccount }, POOL_PROGRAM))[0],
      world.validatorStake,
    );
    assert.equal(
      (await findTransientStakePda({ stakePool, voteAccount, seed: 0n }, POOL_PROGRAM))[0],
      world.transientStake,
    );
    for (const program of sandbox.ledger.deployment.routerPrograms) {
      const { value } = await rpc.getAccountInfo(program, { encoding: 'base64' }).send();
      assert.equal(value?.executable, true);
    }
  });

  test('simulates, lands, and is looked up as any other program', async (t) => {
    const { sandbox, rpc, createWallet, send, sign, call } = await startTestSandbox(t);
    const { pool: world, feeRounding } = sandbox.ledger;
    const wallet = await createWallet();
    const [tokens] = await findAssociatedTokenPda({
      owner: wallet.address,
      mint: world.poolMint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    });
    const instructions = [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: wallet,
        ata: tokens,
        owner: wallet.address,
        mint: world.poolMint,
      }),
      getDepositSolInstruction(
        {
          ...world,
          fundingAccount: wallet,
          destinationTokenAccount: tokens,
          referrerTokenAccount: tokens,
          lamports: SOL,
        },
        POOL_PROGRAM,
      ),
    ];
    const readPool = async () => {
      const { value } = await rpc
        .getAccountInfo(world.stakePool, { encoding: 'base64', commitment: 'processed' })
        .send();
      return getStakePoolDecoder().decode(Buffer.from(value?.data[0] ?? '', 'base64'));
    };
    const before = await readPool();
    const expected = previewDepositSol(before, { lamports: SOL, epoch: sandbox.ledger.epoch(), feeRounding });
    assert.ok(expected.ok);

    // When it is simulated with accounts to look at, before anybody has signed
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const unsigned = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(wallet.address, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(latest, paid),
        (timed) => appendTransactionMessageInstructions(instructions, timed),
      ),
    );
    const { value: simulated } = await rpc
      .simulateTransaction(getBase64EncodedWireTransaction(unsigned), {
        encoding: 'base64',
        accounts: { addresses: [world.stakePool, wallet.address], encoding: 'base64' },
        innerInstructions: true,
      })
      .send();

    // Then it shows the pool and the wallet as they would be, and nothing has changed
    assert.equal(simulated.err, null);
    const [poolAfter, walletAfter] = simulated.accounts ?? [];
    const decoded = getStakePoolDecoder().decode(Buffer.from(poolAfter?.data[0] ?? '', 'base64'));
    assert.deepEqual(decoded, { ...before, ...expected.pool });
    assert.equal(walletAfter?.lamports, 100n * SOL - SOL - 2_039_280n - 5_000n);
    assert.deepEqual(await readPool(), before);

    // When it is sent over JSON-RPC and confirmed over WebSocket
    await send(wallet, instructions);
    assert.deepEqual(await readPool(), { ...before, ...expected.pool });
    const { value: balance } = await rpc.getTokenAccountBalance(tokens).send();
    assert.equal(balance.amount, expected.userTokens.toString());
    const [newest] = await rpc.getSignaturesForAddress(world.stakePool).send();
    assert.ok(newest);
    const landed = await rpc
      .getTransaction(newest.signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    assert.equal(landed?.meta?.fee, 5_000n);
    const post = landed?.meta?.postTokenBalances ?? [];
    assert.ok(post.some(({ mint, owner }) => mint === world.poolMint && owner === wallet.address));

    // And a stale pool fails preflight with the program's own code and log
    sandbox.ledger.advanceEpochs(1, { updatePool: false });
    const { error } = await call('sendTransaction', [
      encode(await sign(wallet, instructions)),
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ]);
    assert.equal(error?.code, -32002);
    assert.deepEqual(error?.data.err, { InstructionError: [1, { Custom: 17 }] });
    assert.ok(error?.data.logs.includes(STAKE_POOL_FAILED), error?.data.logs.join('\n'));
  });

  test('a snapshot keeps the pool', async (t) => {
    const { sandbox } = await startTestSandbox(t);
    const { ledger } = sandbox;
    const { stakePool } = ledger.pool;
    const saved = ledger.save();
    const before = ledger.findAccount(stakePool);
    ledger.advanceEpochs(2);
    assert.notDeepEqual(ledger.findAccount(stakePool), before);
    ledger.restore(saved);
    assert.deepEqual(ledger.findAccount(stakePool), before);
    ledger.advanceEpochs(1);
    const { lastUpdateEpoch } = getStakePoolDecoder().decode(
      ledger.findAccount(stakePool)?.data ?? new Uint8Array(),
    );
    assert.equal(lastUpdateEpoch, ledger.epoch());
  });
});
