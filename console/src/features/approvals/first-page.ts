/** What of the queue is asked for where nothing else is said; also before the console is loaded. */
export const FIRST_PAGE = { page_limit: 50, status: 'pending' } as const;
