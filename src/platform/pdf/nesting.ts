import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Maximum nesting of lists and quotes. A list and its item count as one level each. */
const MAX_DEPTH = 24;
/** Markers of deeper nested lines. */
const MARKERS = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+[ \t]*/gm;

/**
 * Makes a parser read anything nested deeper than twelve levels as one paragraph without markers. By default it
 * recurses without limit, or omits text below its own limit.
 */
export function limitNesting(parser: MarkdownIt): MarkdownIt {
  const tokenize = parser.block.tokenize.bind(parser.block);
  parser.block.tokenize = (state, startLine, endLine) => {
    if (state.level < MAX_DEPTH) return tokenize(state, startLine, endLine);
    flatten(state, startLine, endLine);
  };
  return parser;
}

function flatten(state: StateBlock, startLine: number, endLine: number): void {
  let end = startLine;
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= state.blkIndent)) end++;
  const text = state.getLines(startLine, end, state.blkIndent, false).replace(MARKERS, '').trim();
  state.line = end;
  if (text === '') return;
  state.push('paragraph_open', 'p', 1);
  Object.assign(state.push('inline', '', 0), { content: text, map: [startLine, end], children: [] });
  state.push('paragraph_close', 'p', -1);
}
