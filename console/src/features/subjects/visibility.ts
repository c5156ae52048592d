/** Who may see the runs of a task or an agent, from everybody to the fewest. */
export const VISIBILITIES = ['all_viewers', 'editors_and_owners', 'owner_only'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
