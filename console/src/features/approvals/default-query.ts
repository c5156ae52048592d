/** Default query of the approval queue. The boot script uses it to prefetch the first page. */
export const DEFAULT_QUEUE_QUERY = { page_limit: 50, status: 'pending', snoozed: false } as const;
