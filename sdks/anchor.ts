import { readFileSync } from 'node:fs';
import anchor from '@coral-xyz/anchor';
import { row, type World } from './connect.ts';

const SDK = '@coral-xyz/anchor';
const { AnchorProvider, Program, Wallet } = anchor;

/** Reads each kind of account by the interface of its program. */
export async function readAnchor({ connection, wallet, setting, key }: World): Promise<void> {
  const provider = new AnchorProvider(connection, new Wallet(wallet), { commitment: 'confirmed' });
  for (const [name, { address: programAddress, idl, accounts }] of Object.entries(setting.programs)) {
    const program = new Program(
      { ...JSON.parse(readFileSync(idl, 'utf8')), address: programAddress },
      provider,
    );
    for (const [kind, address] of Object.entries(accounts)) {
      await row(SDK, `${name} ${kind}.fetch`, () => readerOf(program, kind).fetch(key(address)));
      await row(SDK, `${name} ${kind}.all`, async () => {
        const all = await readerOf(program, kind).all();
        if (!all.some(({ publicKey }) => publicKey.toBase58() === address))
          throw new Error('it is not there');
      });
    }
  }
}

function readerOf(program: anchor.Program, kind: string): anchor.AccountClient {
  const reader = (program.account as Readonly<Record<string, anchor.AccountClient>>)[kind];
  if (reader === undefined) throw new Error(`the interface has no account ${kind}`);
  return reader;
}
