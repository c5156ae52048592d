import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';

interface Group {
  readonly reporting_group_id: string | null;
  readonly name: string | null;
  readonly deleted: boolean;
}

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
        columns={[{ name: w.reports.group, show: nameOf }, ...columns]}
        rows={rows}
        keyOf={({ reporting_group_id }) => reporting_group_id ?? ''}
      />
    </Section>
  );
}

function nameOf({ name, deleted }: Group): string {
  if (name === null) return w.reports.noGroup;
  return deleted ? `${name} (${w.reports.deleted})` : name;
}
