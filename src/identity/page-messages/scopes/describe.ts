import type { ScopeMessages } from './en.ts';

/** Describes a scope in a sentence. */
export function describeScope({ scopes, within, rights }: ScopeMessages, scope: string): string {
  const identity = isKnown(scopes, scope);
  if (identity !== undefined) return identity;
  const [resource = '', name = ''] = scope.split(':');
  return `${isKnown(within, resource) ?? resource}: ${isKnown(rights, name) ?? name.replaceAll('_', ' ')}`;
}

const isKnown = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
