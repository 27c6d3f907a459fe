/** The code in a Markdown page that is marked as of one language, in its order. */
export function findBlocks(text: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(block)].map((match) => match[1] ?? '');
}
