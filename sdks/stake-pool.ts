import {
  depositSol,
  depositStake,
  getStakePoolAccount,
  getStakePoolAccounts,
  STAKE_POOL_PROGRAM_ID,
  stakePoolInfo,
  updateStakePool,
  withdrawSol,
  withdrawStake,
} from '@solana/spl-stake-pool';
import { row, type World } from './connect.ts';

const SDK = '@solana/spl-stake-pool';
const SOL = 1_000_000_000;

/**
 * Reads the pool, and goes in and out of it in every way.
 *
 * The SDK builds for one program, which is not that of raSOL's pool: as it is published it moves nothing, here as on
 * mainnet. What it exports as that program's address is then given the address of the pool's program.
 */
export async function usePool(world: World): Promise<void> {
  const { connection, wallet, setting, key, send } = world;
  const pool = key(setting.pool);
  const owner = wallet.publicKey;
  await row(SDK, 'getStakePoolAccount', () => getStakePoolAccount(connection, pool));
  await row(SDK, 'getStakePoolAccounts', () => getStakePoolAccounts(connection, key(setting.poolProgram)));
  await row(SDK, 'stakePoolInfo', () => stakePoolInfo(connection, pool));
  const deposit = async () => {
    const { instructions, signers } = await depositSol(connection, pool, owner, 20 * SOL);
    await send(instructions, signers);
  };
  await row(SDK, 'depositSol, for the program it knows', deposit);
  Object.assign(STAKE_POOL_PROGRAM_ID, key(setting.poolProgram));
  await row(SDK, 'depositSol', deposit);
  await moveStake(world);
}

async function moveStake({ connection, wallet, setting, key, send, advanceEpoch }: World): Promise<void> {
  const pool = key(setting.pool);
  const owner = wallet.publicKey;
  await row(SDK, 'withdrawSol', async () => {
    const { instructions, signers } = await withdrawSol(connection, pool, owner, owner, 1);
    await send(instructions, signers);
  });
  let stake = owner;
  await row(SDK, 'withdrawStake', async () => {
    const { instructions, signers } = await withdrawStake(connection, pool, owner, 5);
    await send(instructions, signers);
    // The SDK makes a key pair for the new stake account, and one that may take its tokens.
    for (const { publicKey } of signers) {
      const account = await connection.getAccountInfo(publicKey);
      if (account !== null) stake = publicKey;
    }
  });
  await row(SDK, 'depositStake', async () => {
    const vote = key(setting.voteAccount);
    const { instructions, signers } = await depositStake(connection, pool, owner, vote, stake);
    await send(instructions, signers);
  });
  await advanceEpoch();
  await row(SDK, 'updateStakePool', async () => {
    const account = await getStakePoolAccount(connection, pool);
    const { updateListInstructions, finalInstructions } = await updateStakePool(connection, account);
    await send([...updateListInstructions, ...finalInstructions]);
  });
}
