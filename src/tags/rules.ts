/** Rules for tags. Pure. */

/** Maximum length of a tag's name in characters. */
export const MAX_TAG_NAME_LENGTH = 15;

/** Whether a tag is another one or a descendant of it, by the parent of each. */
export function isDescendantOf(parents: ReadonlyMap<string, string | null>, id: string, other: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === other) return true;
    seen.add(at);
  }
  return false;
}
