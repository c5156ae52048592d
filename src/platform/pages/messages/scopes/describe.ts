import type { ScopeMessages } from './en.ts';

/** Describes a scope in a sentence. */
export function describeScope({ scopes, within, rights }: ScopeMessages, scope: string): string {
  const identity = findText(scopes, scope);
  if (identity !== undefined) return identity;
  const [resource = '', name = ''] = scope.split(':');
  return `${findText(within, resource) ?? resource}: ${findText(rights, name) ?? name.replaceAll('_', ' ')}`;
}

const findText = (descriptions: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
