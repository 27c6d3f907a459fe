/** A text of the site, in Markdown. */
export type Document = {
  /** Where it is served as HTML; with `.md` behind it, as Markdown. */
  readonly path: string;
  readonly title: string;
  /** Its first sentence; empty where it begins with something else. */
  readonly summary: string;
  readonly markdown: string;
  /** Finds what a link of it means: a path of the site, perhaps with a fragment; undefined where nothing is served. */
  resolve(target: string): string | undefined;
};

const HEADING = /^# (.+)$/m;
const CODE = /^(```|~~~)[\s\S]*?^\1$/gm;

/** Returns the first heading of a text. */
export function readTitle(markdown: string): string {
  return HEADING.exec(markdown)?.[1]?.replace(/`/g, '') ?? '';
}

/** Returns the first sentence of the first paragraph, without links. */
export function readSummary(markdown: string): string {
  const blocks = markdown.replace(CODE, '').split(/\n{2,}/);
  const paragraph = blocks.find((block) => /^[\p{L}`*]/u.test(block)) ?? '';
  const plain = paragraph
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '');
  return /^.*?\.(?= |$)/.exec(plain)?.[0] ?? (plain.endsWith(':') ? `${plain.slice(0, -1)}.` : '');
}
