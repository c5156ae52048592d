import type { Notes } from '../kinds/kind.ts';
import type { Relationship } from './package.ts';

/** Warns about embedded files that are not read. */
export function warnAboutEmbedded(relationships: readonly Relationship[], { warnings }: Notes): void {
  const files = new Set(
    relationships.filter(({ type }) => type === 'package' || type === 'oleObject').map(({ target }) => target),
  );
  if (files.size > 0) warnings.add(`Embedded files that were not read: ${files.size}.`);
}
