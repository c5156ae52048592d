/** Maximum nesting of quotes and lists. Deeper text is an attack on the parser. */
const MAX_NESTING_DEPTH = 100;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CONTINUATION = /^(\s|[-*+>|]|\d+[.)])/;

/** Splits Markdown between blocks, never inside code, lists, quotes or tables. */
export function splitIntoBlocks(text: string): string[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    const marker = FENCE.exec(line)?.[1];
    const isInCode = fence !== undefined;
    if (!isInCode) fence = marker;
    else if (fence && marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
    if (isAfterBlank && !isInCode && line.trim() !== '' && !CONTINUATION.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
    isAfterBlank = line.trim() === '';
  }
  return blocks.map((lines) => lines.join('\n')).filter((block) => block.trim() !== '');
}

/** Whether the nesting of a text would block the page while parsing. */
export function isTooDeep(text: string): boolean {
  return (
    text.split('\n').some((line) => {
      const prefix = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? '';
      return (
        (prefix.match(/[>*+-]|\d+[.)]/g)?.length ?? 0) > MAX_NESTING_DEPTH || prefix.length > MAX_NESTING_DEPTH * 10
      );
    }) || text.match(/[[(*_]{200,}/) !== null
  );
}
