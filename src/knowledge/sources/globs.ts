/** Tests whether a path matches a pattern. */
export type PathTest = (path: string) => boolean;

/**
 * Compiles a pattern: `*` matches within a path segment, `**` any number of segments, `?` one character. The time is
 * linear in path length times pattern length.
 */
export function createPathTest(pattern: string): PathTest {
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

/** Adds the states that are reachable without another character. */
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
