import type { ScopeWords } from './en.ts';

/** A scope in words. */
export function describeScope({ scopes, within, rights }: ScopeWords, scope: string): string {
  const identity = known(scopes, scope);
  if (identity !== undefined) return identity;
  const [resource = '', name = ''] = scope.split(':');
  return `${known(within, resource) ?? resource}: ${known(rights, name) ?? name.replaceAll('_', ' ')}`;
}

const known = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
