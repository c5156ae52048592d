/** Visibilities of runs, widest first. */
export const VISIBILITIES = ['all_viewers', 'editors_and_owners', 'owner_only'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
