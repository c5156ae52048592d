/** Returns the ID in a link to a run or approval, which does not name a project. */
export function findLinkedId(pathname: string): string | undefined {
  return /^\/(?:approvals|runs)\/([0-9a-f-]{36})/i.exec(pathname)?.[1];
}
