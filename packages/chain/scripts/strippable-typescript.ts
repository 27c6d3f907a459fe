const FOLDERS = 'accounts|errors|instructions|pdas|programs|types';

/**
 * Turns what the renderer prints into TypeScript that runs by erasing its types.
 *
 * - Imports name their files, and name nothing that is not used.
 * - An `enum` becomes the object that it is at run time, with the number of each name and the name of each number,
 *   because the codecs of kit count on both; its type has the names alone.
 * - The sentences of errors do not vanish in production: callers of a service read them there.
 * - The plugin of the renderer's kit is left out: nothing here sends transactions.
 * - Addresses are read and written by our own codec, which takes a twentieth of the time of kit's.
 */
export function toStrippableTypeScript(source: string): string {
  const [kept = ''] = source.split(/^export type \w+Plugin = /m);
  const erasable = kept
    .replaceAll(new RegExp(`from '(\\.\\.?/(?:${FOLDERS}))';`, 'g'), "from '$1/index.ts';")
    .replaceAll(/from '(\.\/\w+)';/g, "from '$1.ts';")
    .replaceAll(/from '\.';/g, "from './index.ts';")
    .replaceAll(/^export enum (\w+) \{([^}]*)\}/gm, (_, name: string, body: string) => printEnum(name, body))
    .replaceAll(/instructionType: (\w+\.\w+);?(?=\s*\})/g, 'instructionType: typeof $1')
    .replaceAll(
      /^let (\w+Messages): ([^|]*) \| undefined;\nif \(process[^\n]*\n {2}\1 = \{\n([^}]*) {2}\};\n\}/gm,
      (_, name: string, type: string, rows: string) =>
        `const ${name}: ${type} = {\n${rows.replaceAll(/^ {2}/gm, '')}};`,
    )
    .replaceAll(
      / {2}if \(process[^\n]*\n\s*return \((\w+) as [^;]*;\n {2}\}\n\n[^\n]*\n/g,
      '  return $1[code];\n',
    )
    .replaceAll(/new Uint8Array\(\[((?:\s*0,?)+)\s*\]\)/g, (_, zeros: string) => {
      return `new Uint8Array(${zeros.match(/0/g)?.length})`;
    })
    .replaceAll(/^ *\/\*\* TODO[^\n]*\n/gm, '');
  return dropUnusedImports(importOwnAddresses(erasable));
}

function importOwnAddresses(source: string): string {
  const fromKit = /^ {2}(getAddress(?:De|En)coder),\n(?=[^}]*\} from '@solana\/kit';)/gm;
  const names = [...source.matchAll(fromKit)].map(([, name]) => name);
  if (names.length === 0) return source;
  const own = `import { ${names.join(', ')} } from '#address';\n`;
  return source.replaceAll(fromKit, '').replace(/^import /m, `${own}import `);
}

function printEnum(name: string, body: string): string {
  const members = body
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean);
  const print = (row: (member: string, i: number) => string) => members.map(row).join('');
  return [
    `export const ${name} = {\n`,
    print((member, i) => `  ${i}: '${member}',\n`),
    print((member, i) => `  ${member}: ${i},\n`),
    `} as unknown as {\n${print((member, i) => `  readonly ${member}: ${i};\n`)}};\n\n`,
    `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
  ].join('');
}

function dropUnusedImports(source: string): string {
  const imports = /^import \{([^}]*)\} from '([^']*)';\n/gm;
  const code = source.replaceAll(imports, '');
  return source.replaceAll(imports, (_, list: string, module: string) => {
    const used = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && new RegExp(`\\b${name.replace(/^type /, '')}\\b`).test(code));
    return used.length === 0
      ? ''
      : `import {\n${used.map((name) => `  ${name},\n`).join('')}} from '${module}';\n`;
  });
}
