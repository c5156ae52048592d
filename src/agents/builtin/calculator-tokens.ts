import { ToolFailure } from './tool.ts';

/** Token of an expression. `at` is its position, from 1. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

// Characters that models often use, and their equivalents.
const SAME_SIGN = new Map([
  ['**', '^'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
]);

const SPACE = /\s+/y;
const PIECES = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[A-Za-zπ][A-Za-z0-9_]*/y],
  ['sign', /\*\*|[-+*/%^(),×·÷−]/y],
] as const;

/** Splits an expression into tokens. Throws ToolFailure at an unknown character. */
export function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  for (;;) {
    index += matchAt(SPACE, expression, index).length;
    if (index >= expression.length) break;
    const token = tokenAt(expression, index);
    tokens.push(token.kind === 'sign' ? { ...token, text: SAME_SIGN.get(token.text) ?? token.text } : token);
    index += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: expression.length + 1 });
  return tokens;
}

function tokenAt(expression: string, index: number): Token {
  for (const [kind, pattern] of PIECES) {
    const text = matchAt(pattern, expression, index);
    if (text !== '') return { kind, text, at: index + 1 };
  }
  const character = String.fromCodePoint(expression.codePointAt(index) ?? 0);
  throw new ToolFailure(`unexpected ${JSON.stringify(character)} at position ${index + 1} of the expression`);
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}
