import Type, { type TProperties } from 'typebox';
import { Id, Nullable, Timestamp } from '../../../src/platform/schemas.ts';
import { Total } from '../../../src/usage/reports/measures.ts';
import type { Cell } from '../../../src/usage/reports/queries.ts';
import type { Range } from '../../../src/usage/reports/range.ts';
import type { Filter, View } from './views.ts';

/** Reporting group with its name. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

/** Data of a report. */
interface Report {
  readonly view: View;
  readonly filter: Filter;
  readonly range: Range;
  readonly cells: readonly Cell[];
  /** Field that names a revision; undefined without that breakdown. */
  readonly revision: string | undefined;
  /** Groups by id; undefined without that breakdown. */
  readonly groups: ReadonlyMap<string, NamedGroup> | undefined;
}

const GROUP_FIELDS = {
  reporting_group_id: Nullable(Type.String({ ...Id, description: 'Reporting group; null for runs without a group.' })),
  name: Nullable(Type.String()),
  deleted: Type.Boolean(),
};

export const BUCKET_TIME = {
  start: Timestamp,
  end: Type.String({ ...Timestamp, description: 'End of the bucket, exclusive.' }),
};

/** Fields of a report: total and breakdowns. */
export function createReportFields(view: View, revision: string | undefined, grouped: boolean): TProperties {
  const groups = Type.Optional(Type.Array(Type.Object({ ...GROUP_FIELDS, ...view.fields })));
  const rest: TProperties = grouped ? { reporting_groups: groups } : {};
  return {
    total: Type.Object(view.fields),
    ...(revision !== undefined && {
      revisions: Type.Array(Type.Object({ [revision]: Nullable(Id), ...view.fields, ...rest }), {
        description: 'Revisions with runs, most runs first.',
      }),
    }),
    ...rest,
    buckets: Type.Array(Type.Object({ ...BUCKET_TIME, ...view.fields }), {
      description: 'All buckets, oldest first, including empty ones.',
    }),
  };
}

/** Converts a report to a record. */
export function toReportRecord(report: Report): Readonly<Record<string, unknown>> {
  const { cells, range, revision } = report;
  const show = createTotalFormatter(report);
  const byBucket = Map.groupBy(cells, (cell) => cell.bucket);
  return {
    total: show(cells),
    ...(revision !== undefined && {
      revisions: formatParts(cells, (cell) => cell.revision_id).map(([id, own]) => ({
        [revision]: id,
        ...show(own),
        ...toGroups(report, own),
      })),
    }),
    ...toGroups(report, cells),
    buckets: range.bounds.map((_, at) => ({ ...toBucketTime(range, at), ...show(byBucket.get(at) ?? []) })),
  };
}

/** Converts a report to table rows: one per bucket and, with breakdowns, per revision and group. */
export function toReportTable(report: Report): Readonly<Record<string, unknown>>[] {
  const { cells, range, revision, groups } = report;
  const show = createTotalFormatter(report);
  const byBucket = Map.groupBy(cells, (cell) => cell.bucket);
  return range.bounds.flatMap((_, at) => {
    const here = byBucket.get(at) ?? [];
    const time = toBucketTime(range, at);
    if (revision === undefined) return [{ ...time, ...show(here) }];
    return formatParts(here, (cell) => cell.revision_id).flatMap(([id, ofRevision]) => {
      const row = { ...time, [revision]: id };
      if (groups === undefined) return [{ ...row, ...show(ofRevision) }];
      return formatParts(ofRevision, (cell) => cell.reporting_group_id).map(([groupId, own]) => ({
        ...row,
        reporting_group_id: groupId,
        reporting_group: groups.get(groupId ?? '')?.name ?? null,
        ...show(own),
      }));
    });
  });
}

const createTotalFormatter =
  ({ view, filter }: Report) =>
  (cells: readonly Cell[]) =>
    view.show(Total.of(cells), filter);

/** Groups cells by id, those with the most runs first. */
function formatParts(cells: readonly Cell[], getId: (cell: Cell) => string | null): [string | null, Cell[]][] {
  const countRuns = (own: readonly Cell[]) => Total.of(own).count('runs');
  return [...Map.groupBy(cells, getId)].toSorted(
    ([a, aCells], [b, bCells]) => countRuns(bCells) - countRuns(aCells) || String(a).localeCompare(String(b)),
  );
}

function toGroups(report: Report, cells: readonly Cell[]): { reporting_groups?: object[] } {
  const { groups } = report;
  if (groups === undefined) return {};
  const show = createTotalFormatter(report);
  const parts = formatParts(cells, (cell) => cell.reporting_group_id).map(([id, own]) => {
    const { name = null, deleted = false } = groups.get(id ?? '') ?? {};
    return { reporting_group_id: id, name, deleted, ...show(own) };
  });
  return { reporting_groups: parts };
}

/** Start and end of a bucket. */
export function toBucketTime({ bounds, end }: Range, at: number): { readonly start: Date; readonly end: Date } {
  return { start: bounds[at] ?? end, end: bounds[at + 1] ?? end };
}
