import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import type { DocumentFilter } from '../queries.ts';
import {
  type FacetSelection,
  type FilterValue,
  formatFilter,
  getFacetSelection,
  type MetadataField,
  type MetadataFilter,
  withFacetSelection,
} from './filter.ts';
import { type Facet, facetsQuery, useMetadataFields } from './queries.ts';

/** Layout of a list with facets at its side, or above it on a narrow page. */
export function BesideFacets({ facets, children }: { readonly facets: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-6 lg:flex-row">
      <div className="min-w-0 shrink-0 empty:hidden lg:w-56">{facets}</div>
      <div className="flex min-w-0 flex-1 flex-col gap-(--page-gap)">{children}</div>
    </div>
  );
}

interface Props {
  /** Other filters of the documents that are counted. */
  readonly filter: DocumentFilter;
  readonly value: MetadataFilter | undefined;
  readonly onChange: (filter: MetadataFilter | undefined) => void;
  /** What the counts mean, if they are not those of the list beside them. */
  readonly hint?: string;
}

/** Values shown at first. */
const SHORT_COUNT = 6;

/** Metadata values with their number of documents. A click filters. Renders nothing without metadata fields. */
export function Facets({ filter, value, onChange, hint }: Props) {
  const scope = useScope();
  const fields = useMetadataFields();
  // A facet counts without its own selection, so that its other values can be added.
  const filterOf = (field: MetadataField) => formatFilter(withFacetSelection(value, field, { values: [] }));
  const texts = [...new Set(fields.map(filterOf))];
  const results = useQueries({
    queries: texts.map((metadata) => ({
      ...facetsQuery(scope, { ...filter, metadata }),
      placeholderData: keepPreviousData,
    })),
  });
  const shown = fields.flatMap((field) => {
    const facet = results[texts.indexOf(filterOf(field))]?.data?.find(({ key }) => key === field.key);
    const selection = getFacetSelection(value, field);
    return facet && (facet.documents > 0 || isSelected(selection)) ? [{ field, facet, selection }] : [];
  });
  if (shown.length === 0) return null;
  const count = shown.filter(({ selection }) => isSelected(selection)).length;
  return (
    <FacetFrame selectedCount={count}>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {shown.map(({ field, facet, selection }) => (
        <fieldset key={field.key} className="flex min-w-0 flex-col gap-1" title={field.description || undefined}>
          <legend className="mb-1 flex max-w-full items-center gap-2 text-sm font-medium">
            <span className="min-w-0 break-words">{field.key}</span>
            {isSelected(selection) && (
              <Button
                isSmall
                variant="quiet"
                aria-label={w.knowledge.clearFacet({ key: field.key })}
                onClick={() => onChange(withFacetSelection(value, field, { values: [] }))}
              >
                {w.knowledge.clear}
              </Button>
            )}
          </legend>
          <FacetFields
            field={field}
            facet={facet}
            selection={selection}
            onChange={(next) => onChange(withFacetSelection(value, field, next))}
          />
        </fieldset>
      ))}
    </FacetFrame>
  );
}

/** The facets at the side of a wide page. A narrow page shows them on request, so that they do not hide the list. */
function FacetFrame({ selectedCount, children }: { readonly selectedCount: number; readonly children: ReactNode }) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  const content = <div className="flex min-w-0 flex-col gap-4">{children}</div>;
  return (
    <aside aria-label={w.knowledge.metadata} className="min-w-0">
      {isNarrow ? (
        <details className="rounded-md border bg-surface px-3 py-2">
          <summary className="font-medium">{w.knowledge.facets({ count: selectedCount })}</summary>
          <div className="pt-3">{content}</div>
        </details>
      ) : (
        content
      )}
    </aside>
  );
}

const isSelected = ({ values, from, to }: FacetSelection) =>
  values.length > 0 || from !== undefined || to !== undefined;

interface FacetProps {
  readonly field: MetadataField;
  readonly facet: Facet;
  readonly selection: FacetSelection;
  readonly onChange: (selection: FacetSelection) => void;
}

function FacetFields(props: FacetProps) {
  return props.field.type === 'text' || props.field.type === 'list' ? (
    <ValueCheckboxes {...props} />
  ) : (
    <RangeFields {...props} />
  );
}

function ValueCheckboxes({ field, facet, selection, onChange }: FacetProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { values } = selection;
  const unlisted = values.filter((value) => !facet.values.some((listed) => listed.value === value));
  const all = [...unlisted.map((value) => ({ value, documents: 0 })), ...facet.values];
  const shown = showsAll ? all : all.filter(({ value }, index) => index < SHORT_COUNT || values.includes(value));
  const toggle = (value: FilterValue) =>
    onChange({
      ...selection,
      values: values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
    });
  return (
    <>
      {shown.map(({ value, documents }) => (
        <label key={value} className="flex min-w-0 items-start gap-2 rounded-md hover:bg-surface-muted/60">
          <input
            type="checkbox"
            className="mt-[0.1875rem] size-4 shrink-0 accent-accent"
            checked={values.includes(value)}
            onChange={() => toggle(value)}
          />
          <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words">
            {value}
          </span>
          <span className="text-sm text-muted tabular-nums">{formatNumber(documents)}</span>
        </label>
      ))}
      {all.length > shown.length || showsAll ? (
        <div>
          <Button
            isSmall
            variant="quiet"
            aria-label={showsAll ? undefined : w.knowledge.moreValuesOf({ key: field.key })}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? w.knowledge.fewerValues : w.knowledge.moreValues({ count: all.length - shown.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function RangeFields({ field, facet, selection, onChange }: FacetProps) {
  return (
    <div className="grid grid-cols-2 gap-2 [contain:inline-size]">
      {(['from', 'to'] as const).map((end) => (
        <RangeField
          key={end}
          label={end === 'from' ? w.knowledge.from : w.knowledge.until}
          name={w.knowledge[end === 'from' ? 'fromOf' : 'untilOf']({ key: field.key })}
          type={field.type === 'date' ? 'date' : 'number'}
          placeholder={(end === 'from' ? facet.min : facet.max) ?? ''}
          value={selection[end] ?? ''}
          onChange={(value) => onChange({ ...selection, [end]: value })}
        />
      ))}
    </div>
  );
}

interface RangeFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type: 'date' | 'number';
  readonly placeholder: FilterValue;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue | undefined) => void;
}

/** An end of a range. Applies when the user leaves the field or presses Enter, not while typing. */
function RangeField({ label, name, type, placeholder, value, onChange }: RangeFieldProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly appliedTo: FilterValue }>();
  const text = typed?.appliedTo === value ? typed.text : String(value).slice(0, type === 'date' ? 10 : undefined);
  const apply = () => {
    const next = text === '' ? undefined : type === 'number' ? Number(text) : text;
    if (String(next ?? '') !== String(value)) onChange(next);
  };
  return (
    <TextField
      label={label}
      aria-label={name}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      placeholder={String(placeholder)}
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, appliedTo: value })}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
