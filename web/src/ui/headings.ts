type Node = { type: string; tagName?: string; children?: Node[] };

const LEVEL = /^h([1-6])$/;

function headingsOf(node: Node, found: Node[] = []): Node[] {
  if (node.type === 'element' && LEVEL.test(node.tagName ?? '')) found.push(node);
  for (const child of node.children ?? []) headingsOf(child, found);
  return found;
}

/**
 * A rehype plugin that puts the headings of a text under the heading of the section it stands in: the outermost become
 * `top`, each other one level below the heading it belongs to, so that a screen reader's outline has no holes.
 */
export function headingsFrom(top: number) {
  return (tree: Node) => {
    const above: number[] = [];
    for (const heading of headingsOf(tree)) {
      const level = Number(LEVEL.exec(heading.tagName ?? '')?.[1]);
      while (above.length > 0 && (above.at(-1) ?? 0) >= level) above.pop();
      heading.tagName = `h${Math.min(top + above.length, 6)}`;
      above.push(level);
    }
  };
}
