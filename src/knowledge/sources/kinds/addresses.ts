/** Why a text is no address of a server that this installation may be pointed at; undefined where it is one. */
export function serverProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must have neither a query nor a fragment';
  return undefined;
}
