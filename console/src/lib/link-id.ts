/** What a link leads to that names nothing but an id. */
export function findLinkedId(pathname: string): string | undefined {
  return /^\/(?:approvals|runs)\/([0-9a-f-]{36})/i.exec(pathname)?.[1];
}
