import { diffArrays } from 'diff';

/** Text of a version, as the API returns it. */
export interface VersionChunk {
  readonly text: string;
  readonly page: number | null;
  readonly heading_path: readonly string[];
}

/** A part of a comparison: unchanged chunks, a changed one, or one that only one version has. */
export type DiffPart =
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'changed'; readonly before: VersionChunk; readonly after: VersionChunk }
  | { readonly kind: 'removed' | 'added'; readonly chunk: VersionChunk };

/** Share of common words from which two chunks count as the same one, edited. */
const MIN_COMMON_SHARE = 0.3;

/** Compares two versions of a document chunk by chunk, in document order. */
export function compareVersions(before: readonly VersionChunk[], after: readonly VersionChunk[]): DiffPart[] {
  const changes = diffArrays([...before], [...after], { comparator: (a, b) => a.text === b.text });
  const parts: DiffPart[] = [];
  let removed: readonly VersionChunk[] = [];
  const flush = (added: readonly VersionChunk[]) => {
    parts.push(...pairChunks(removed, added));
    removed = [];
  };
  for (const change of changes) {
    if (change.removed) removed = change.value;
    else if (change.added) flush(change.value);
    else {
      flush([]);
      parts.push({ kind: 'same', count: change.value.length });
    }
  }
  flush([]);
  return parts;
}

/** Pairs each added chunk with the next removed one that has enough words in common. */
function pairChunks(removed: readonly VersionChunk[], added: readonly VersionChunk[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let next = 0;
  for (const after of added) {
    const match = removed.findIndex(
      (before, index) => index >= next && getCommonShare(before, after) >= MIN_COMMON_SHARE,
    );
    const before = removed[match];
    if (!before) {
      parts.push({ kind: 'added', chunk: after });
      continue;
    }
    for (const chunk of removed.slice(next, match)) parts.push({ kind: 'removed', chunk });
    parts.push({ kind: 'changed', before, after });
    next = match + 1;
  }
  return [...parts, ...removed.slice(next).map((chunk) => ({ kind: 'removed', chunk }) as const)];
}

const listWords = ({ text }: VersionChunk) => new Set(text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Returns the share of the words of the longer chunk that both have. */
function getCommonShare(before: VersionChunk, after: VersionChunk): number {
  const [a, b] = [listWords(before), listWords(after)];
  const common = [...a].filter((word) => b.has(word));
  return common.length / Math.max(a.size, b.size, 1);
}
