/** A key figure: what it counts, and its formatted value. */
export interface Stat {
  readonly name: string;
  readonly value: string;
}

/** The key figures of a report, side by side. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border bg-surface shadow-sm">
      {stats.map(({ name, value }) => (
        <div
          key={name}
          className="flex grow basis-30 flex-col gap-0.5 px-4 py-3 shadow-[0_0_0_1px_var(--border)] max-sm:px-3"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-semibold tracking-tight break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
