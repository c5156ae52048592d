/** Whether a path is one of those that a pattern names. */
export type PathTest = (path: string) => boolean;

/**
 * A test for paths by a pattern: `*` stands for anything within one part of a path, `**` for any number of parts, `?` for one
 * character. Its time grows with the path's length times the pattern's, whatever they are.
 */
export function pathTest(pattern: string): PathTest {
  const tokens = pattern.match(/\*\*\/|\*\*|[\s\S]/gu) ?? [];
  return (path) => {
    let states = closeStates(tokens, new Set([0]));
    for (const character of path) {
      const next = new Set<number>();
      for (const at of states) advanceState(tokens[at], at, character, next);
      states = closeStates(tokens, next);
      if (states.size === 0) return false;
    }
    return states.has(tokens.length);
  };
}

/** The states with those that are reached without another character. */
function closeStates(tokens: readonly string[], states: Set<number>): Set<number> {
  for (const at of states) if (/^\*/.test(tokens[at] ?? '')) states.add(at + 1);
  return states;
}

function advanceState(token: string | undefined, at: number, character: string, next: Set<number>): void {
  if (token === '**') next.add(at);
  else if (token === '**/') next.add(character === '/' ? at + 1 : at).add(at);
  else if (token === '*') {
    if (character !== '/') next.add(at);
  } else if (token === character || (token === '?' && character !== '/')) next.add(at + 1);
}
