/** Nesting of quotes and lists beyond which text is no document but an attack on the parser. */
const MOST_DEPTH = 100;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const GOES_ON = /^(\s|[-*+>|]|\d+[.)])/;

/** Markdown cut where one block ends and another begins, never inside code, a list, a quote or a table. */
export function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  let blank = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    const inCode = fence !== undefined;
    if (!inCode) fence = mark;
    else if (fence && mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    if (blank && !inCode && line.trim() !== '' && !GOES_ON.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
    blank = line.trim() === '';
  }
  return blocks.map((lines) => lines.join('\n')).filter((block) => block.trim() !== '');
}

/** Whether text is nested so deep that parsing it would hold the page up. */
export function tooDeep(text: string): boolean {
  return (
    text.split('\n').some((line) => {
      const lead = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? '';
      return (lead.match(/[>*+-]|\d+[.)]/g)?.length ?? 0) > MOST_DEPTH || lead.length > MOST_DEPTH * 10;
    }) || text.match(/[[(*_]{200,}/) !== null
  );
}
