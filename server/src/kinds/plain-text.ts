import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: false });

/**
 * The text of rendered Markdown: tags removed, entities decoded, white space folded; raw HTML stays as text and `$…$`
 * loses its dollars (resources 1.1).
 */
export function plainText(source: string): string {
  if (source === '') return '';
  const parts: string[] = [];
  for (const token of markdown.parse(source, {})) {
    if (token.type === 'inline') parts.push((token.children ?? []).map(inlineText).join(''));
    else if (token.type === 'fence' || token.type === 'code_block') parts.push(token.content);
  }
  return parts
    .join(' ')
    .replaceAll(/\$\$?([^$]+)\$\$?/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function inlineText(token: { type: string; content: string; children: unknown }): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
  return token.content;
}
