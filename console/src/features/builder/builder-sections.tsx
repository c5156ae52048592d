import { type ReactNode, useEffect, useRef, useState } from 'react';
import { joinClassNames } from '../../ui/class-names.ts';
import { findFieldError } from '../../ui/field.tsx';
import type { LucideIcon } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';

/** A section of a builder. */
export interface BuilderSection {
  /** Element ID. */
  readonly id: string;
  readonly title: string;
  /** Short summary of the current values. */
  readonly summary?: string;
  readonly icon: LucideIcon;
  /** Paths of the contained fields. An error in one of them marks the section. */
  readonly fieldPaths: readonly string[];
  readonly content: ReactNode;
}

interface Props {
  readonly sections: readonly BuilderSection[];
  readonly error: unknown;
  /** A pane beside the sections, which follows them on a narrow screen. */
  readonly aside?: Pick<BuilderSection, 'id' | 'title'> | undefined;
}

/** The sections of a builder below a navigation that stays visible and marks the section on screen. */
export function BuilderSections({ sections, error, aside }: Props) {
  const ids = sections.map(({ id }) => id);
  const currentId = useVisibleSection(ids) ?? ids[0];
  const hasError = ({ fieldPaths }: BuilderSection) => fieldPaths.some((path) => findFieldError(error, path));
  return (
    <>
      <nav
        aria-label={w.builder.sections}
        className="z-10 -mx-4 overflow-x-auto border-b bg-background px-4 md:sticky md:top-0 md:-mx-6 md:px-6 xl:mx-0 xl:px-0"
      >
        <ul className="flex py-2 md:flex-wrap">
          {sections.map((section) => (
            <li key={section.id}>
              <SectionLink section={section} isCurrent={section.id === currentId} hasError={hasError(section)} />
            </li>
          ))}
          {aside && (
            <li className="xl:hidden">
              <SectionLink section={aside} isCurrent={false} hasError={false} />
            </li>
          )}
        </ul>
      </nav>
      {sections.map(({ id, title, summary, icon: Icon, content }) => (
        <div key={id} id={id} className="flex scroll-mt-8 flex-col gap-4 rounded-lg border bg-surface p-4 shadow-sm">
          <div className="flex flex-wrap items-center gap-x-2">
            <Icon className="size-4 text-muted" />
            <h2 id={`${id}-title`} tabIndex={-1} className="font-semibold">
              {title}
            </h2>
            {summary !== undefined && <p className="min-w-0 text-sm break-words text-muted">{summary}</p>}
          </div>
          {content}
        </div>
      ))}
    </>
  );
}

interface SectionLinkProps {
  readonly section: Pick<BuilderSection, 'id' | 'title'>;
  readonly isCurrent: boolean;
  readonly hasError: boolean;
}

function SectionLink({ section: { id, title }, isCurrent, hasError }: SectionLinkProps) {
  return (
    <a
      href={`#${id}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={joinClassNames(
        'flex min-h-(--control-height-small) items-center gap-1.5 rounded-md px-1.5 text-sm whitespace-nowrap transition-colors',
        isCurrent ? 'bg-active font-medium' : 'text-muted hover:bg-surface-muted hover:text-foreground',
      )}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.scrollIntoView();
        document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
      }}
    >
      {title}
      {hasError && (
        <span className="font-semibold text-danger">
          <span aria-hidden>!</span>
          <span className="sr-only">{w.builder.hasError}</span>
        </span>
      )}
    </a>
  );
}

/** Returns the ID of the section in the upper part of the window. */
function useVisibleSection(ids: readonly string[]): string | undefined {
  const [visibleId, setVisibleId] = useState<string>();
  const visibleIds = useRef(new Set<string>());
  const key = ids.join(' ');
  useEffect(() => {
    const all = key.split(' ');
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          isIntersecting ? visibleIds.current.add(target.id) : visibleIds.current.delete(target.id);
        const first = all.find((id) => visibleIds.current.has(id));
        if (first !== undefined) setVisibleId(first);
      },
      // A section counts while it crosses the area below the navigation, which may have two rows.
      { rootMargin: '-96px 0px -60% 0px' },
    );
    for (const id of all) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [key]);
  return visibleId;
}
