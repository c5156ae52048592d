import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import type { Asked } from './queries.ts';

interface Group {
  readonly reporting_group_id: string | null;
  readonly name: string | null;
  readonly deleted: boolean;
}

/** A report asked for by group too, where it has them: those of tasks do. */
export const withGroups = (asked: Asked): Asked =>
  asked.of?.kind === 'task' ? { ...asked, more: { show_reporting_group: true } } : asked;

/** The groups of a report; none of one that has none. */
export const groupsOf = <G,>(data: object & { readonly reporting_groups?: readonly G[] }): readonly G[] =>
  data.reporting_groups ?? [];

interface Props<R> {
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
}

/** What the runs of each reporting group came to; nothing where no run named one. */
export function Groups<R extends Group>({ rows, columns }: Props<R>) {
  if (rows.every(({ reporting_group_id }) => reporting_group_id === null)) return null;
  return (
    <Section title={w.reports.groups}>
      <Table
        caption={w.reports.groups}
        columns={[{ header: w.reports.group, render: nameOf }, ...columns]}
        rows={rows}
        getRowKey={({ reporting_group_id }) => reporting_group_id ?? ''}
      />
    </Section>
  );
}

function nameOf({ name, deleted }: Group): string {
  if (name === null) return w.reports.noGroup;
  return deleted ? `${name} (${w.reports.deleted})` : name;
}
