import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootNodeFromAnchor } from '@codama/nodes-from-anchor';
import { renderVisitor } from '@codama/renderers-js';
import {
  bottomUpTransformerVisitor,
  bytesValueNode,
  isNode,
  pascalCase,
  type RootNode,
  rootNode,
  structFieldTypeNode,
  visit,
} from 'codama';
import { isPadding, padCStructs } from './pad-c-structs.ts';
import { toStrippableTypeScript } from './strippable-typescript.ts';

/** A program: its IDL, the folder of its client, and the parts of the program that are generated. */
type Client = {
  /** Anchor's, or Codama's where it says so. */
  readonly idl: string;
  /** Codes that later releases have added or renamed. */
  readonly laterErrors?: string;
  readonly programAddress: string;
  readonly folder: string;
  readonly instructions: readonly string[];
  readonly accounts: readonly string[];
  /** Types that no instruction or account has, such as events. */
  readonly types?: readonly string[];
};

const CLIENTS: readonly Client[] = [
  {
    idl: 'voltr-vault.json',
    programAddress: 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8',
    folder: 'vault',
    instructions: [
      'depositVault',
      'instantWithdrawVault',
      'requestWithdrawVault',
      'withdrawVault',
      'cancelRequestWithdrawVault',
      'instantWithdrawStrategy',
      'directWithdrawStrategy',
      'initializeVault',
    ],
    accounts: [
      'vault',
      'protocol',
      'strategyInitReceipt',
      'adaptorAddReceipt',
      'requestWithdrawVaultReceipt',
      'directWithdrawInitReceipt',
    ],
    types: ['requestWithdrawVaultEvent'],
  },
  {
    idl: 'marginfi.json',
    laterErrors: 'marginfi-later-errors.json',
    // The IDL leaves it empty.
    programAddress: 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
    folder: 'lending',
    instructions: [
      'marginfiAccountInitialize',
      'marginfiAccountInitializePda',
      'marginfiAccountClose',
      'lendingAccountStartFlashloan',
      'lendingAccountEndFlashloan',
      'lendingAccountBorrow',
      'lendingAccountRepay',
      'lendingAccountCloseBalance',
    ],
    accounts: ['bank', 'marginfiAccount', 'marginfiGroup'],
  },
  {
    idl: 'stake-pool.json',
    programAddress: 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
    folder: 'stake-pool',
    instructions: [
      'depositSol',
      'depositSolWithSlippage',
      'depositStake',
      'depositStakeWithSlippage',
      'withdrawSol',
      'withdrawSolWithSlippage',
      'withdrawStake',
      'withdrawStakeWithSlippage',
      'updateValidatorListBalance',
      'updateStakePoolBalance',
      'cleanupRemovedValidatorEntries',
    ],
    // Their options are no kit options, and bytes of a longer state stay behind them: stake-pool/accounts.ts.
    accounts: [],
  },
];

const PACKAGE = join(import.meta.dirname, '..');

/**
 * Generates the clients from their IDLs.
 *
 * @param into - the folder that gets `generated` in a folder of each program; `src` unless given.
 */
export async function generateClients(into: string = join(PACKAGE, 'src')): Promise<void> {
  for (const client of CLIENTS) {
    const scratch = mkdtempSync(join(tmpdir(), 'client-'));
    try {
      await renderClient(client, scratch);
      const target = join(into, client.folder, 'generated');
      await rm(target, { recursive: true, force: true });
      await copyGenerated(scratch, target);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
}

async function renderClient(client: Client, into: string): Promise<void> {
  const idl = readIdl(client.idl);
  const root: RootNode = idl.kind === 'rootNode' ? idl : rootNodeFromAnchor(padCStructs(idl));
  await visit(
    defaultPadding(narrow(root, client)),
    renderVisitor(into, {
      generatedFolder: '.',
      kitImportStrategy: 'rootOnly',
      syncPackageJson: false,
      prettierOptions: { singleQuote: true, printWidth: 110 },
      // Under their own names these two can be taken for an account and an instruction.
      nameTransformers: {
        programAccountsEnum: (name) => `${pascalCase(name)}AccountType`,
        programInstructionsEnum: (name) => `${pascalCase(name)}InstructionType`,
      },
    }),
  );
  const later = client.laterErrors === undefined ? [] : readIdl(client.laterErrors);
  writeFileSync(join(into, 'errors', 'names.ts'), printErrorNames(root) + printLaterErrors(later));
}

function readIdl(name: string) {
  return JSON.parse(readFileSync(join(PACKAGE, 'idl', name), 'utf8'));
}

/** Leaves of a program what is listed, and the types that these use. */
function narrow({ program }: RootNode, client: Client): RootNode {
  const { programAddress, instructions, accounts, types = [] } = client;
  const kept = {
    ...program,
    publicKey: programAddress,
    instructions: pick(program.instructions, instructions),
    accounts: pick(program.accounts, accounts),
  };
  const used = new Set<string>(types);
  const collect = (node: unknown): void => {
    const text = JSON.stringify(node);
    for (const [, name = ''] of text.matchAll(/"kind":"definedTypeLinkNode","name":"(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(program.definedTypes.find((type) => type.name === name));
    }
  };
  collect([kept.instructions, kept.accounts, pick(program.definedTypes, types)]);
  return rootNode({ ...kept, definedTypes: program.definedTypes.filter(({ name }) => used.has(name)) });
}

/** Padding need not be given: it is zeros then. */
function defaultPadding(root: RootNode): RootNode {
  const visitor = bottomUpTransformerVisitor([
    {
      select: '[structFieldTypeNode]',
      transform: (node) => {
        if (!isNode(node, 'structFieldTypeNode') || !isPadding(node.name)) return node;
        if (!isNode(node.type, 'fixedSizeTypeNode')) throw new Error(`${node.name} is not made of bytes.`);
        return structFieldTypeNode({
          ...node,
          defaultValue: bytesValueNode('base16', '00'.repeat(node.type.size)),
        });
      },
    },
  ]);
  const padded = visit(root, visitor);
  if (!isNode(padded, 'rootNode')) throw new Error('The root was lost.');
  return padded as RootNode;
}

function pick<T extends { readonly name: string }>(nodes: readonly T[], names: readonly string[]): T[] {
  return names.map((name) => {
    const found = nodes.find((node) => node.name === name);
    if (found === undefined) throw new Error(`The IDL has no ${name}.`);
    return found;
  });
}

function printErrorNames({ program }: RootNode): string {
  const rows = program.errors.map(({ code, name }) => `  ${code}: '${pascalCase(name)}',\n`);
  return `/** The program's own names of its error codes. */\nexport const ERROR_NAMES = {\n${rows.join('')}} as const;\n`;
}

function printLaterErrors(errors: readonly { code: number; name: string; msg: string }[]): string {
  if (errors.length === 0) return '';
  const rows = errors.map(({ code, name, msg }) => `  [${code}, { name: '${name}', message: '${msg}' }],\n`);
  return `\n/** Errors that later releases have added or renamed. */\nexport const LATER_ERRORS: ReadonlyMap<number, { readonly name: string; readonly message: string }> = new Map([\n${rows.join('')}]);\n`;
}

async function copyGenerated(from: string, to: string): Promise<void> {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const source = join(parentPath, name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    writeFileSync(target, toStrippableTypeScript(readFileSync(source, 'utf8')));
  }
}
