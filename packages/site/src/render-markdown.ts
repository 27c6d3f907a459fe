import { Marked, type Tokens } from 'marked';
import { escapeText, relativePath } from './layout.ts';

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

const ABSOLUTE = /^(https?|mailto):/i;

/**
 * Renders a document as HTML for the page at its path; a link to a path that is not served becomes plain text, and so
 * does a picture.
 */
export function renderHtml({ path, markdown, resolve }: Document): string {
  const ids = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(text, ids);
        return `<h${depth} id="${escapeText(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const to = findLink(href, resolve);
        if (to === undefined) return content;
        const link = to.startsWith('/') ? relativePath(path, to) : to;
        return `<a href="${escapeText(link)}">${content}</a>`;
      },
      image: ({ text }: Tokens.Image) => escapeText(text),
      // Documents are Markdown: whatever looks like HTML in them is meant to be read.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeText(text),
    },
  });
  return makeScrollable(marked.parse(markdown, { async: false }));
}

/** What is wider than a narrow screen scrolls by itself, with the keyboard too. All text is escaped before. */
function makeScrollable(html: string): string {
  return html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const FENCED = /(^```[\s\S]*?^```$)/m;

/**
 * Prints a document as Markdown whose links are absolute.
 *
 * @param origin - what paths of the site are below.
 */
export function renderMarkdown({ markdown, resolve }: Document, origin: string): string {
  const print = (text: string) =>
    text.replace(LINK, (_, mark: string, content: string, target: string) => {
      const to = findLink(target, resolve);
      if (to === undefined) return content;
      return `${mark}[${content}](${to.startsWith('/') ? `${origin}${toMarkdownPath(to)}` : to})`;
    });
  return markdown
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : print(part)))
    .join('');
}

/** Returns the path of a page's Markdown form; a path without one is unchanged. */
export function toMarkdownPath(path: string): string {
  return path.replace(/^(\/(?:docs|errors)[^#]*)(?=#|$)/, '$1.md');
}

function findLink(target: string, resolve: Document['resolve']): string | undefined {
  return ABSOLUTE.test(target) || target.startsWith('#') ? target : resolve(target);
}

// As GitHub makes them, where the documents are read as well.
function uniqueId(heading: string, ids: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}
