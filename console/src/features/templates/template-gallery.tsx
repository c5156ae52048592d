import { Link } from '@tanstack/react-router';
import { FileText, Globe, LifeBuoy, type LucideIcon, MessageSquare, ReceiptText, Search } from '../../ui/icons.ts';
import { language, w } from '../../words/index.ts';
import { TEMPLATES } from './index.ts';
import type { Template } from './template.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'support-triage': LifeBuoy,
  'invoice-extraction': FileText,
  research: Search,
  refunds: ReceiptText,
  'web-watch': Globe,
  'meeting-notes': MessageSquare,
};

/** Cards of the templates. Each opens the form of its kind, filled in. */
export function TemplateGallery({ chosenId }: { readonly chosenId: string | undefined }) {
  const chosen = TEMPLATES.find(({ id }) => id === chosenId);
  return (
    <section aria-label={w.templates.title} className="flex flex-col gap-3">
      <div>
        <h2 className="font-semibold">{w.templates.title}</h2>
        <p role="status" className="text-muted">
          {chosen ? w.templates.chosen({ name: chosen.title[language] }) : w.templates.hint}
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {TEMPLATES.map((template) => (
          <li key={template.id} className="flex">
            <TemplateCard template={template} isChosen={template === chosen} />
          </li>
        ))}
      </ul>
      {!chosen && <p className="text-muted">{w.templates.blank}</p>}
    </section>
  );
}

function TemplateCard({ template, isChosen }: { readonly template: Template; readonly isChosen: boolean }) {
  const { id, kind, title, summary } = template;
  const Icon = ICONS[id] ?? FileText;
  return (
    <Link
      to={kind === 'task' ? '/tasks/new' : '/agents/new'}
      search={{ template: id }}
      aria-current={isChosen ? 'true' : undefined}
      className="flex flex-1 gap-3 rounded-lg border bg-surface p-3 shadow-sm transition-colors hover:border-border-strong hover:bg-surface-muted aria-[current=true]:border-accent aria-[current=true]:bg-accent-subtle"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-subtle text-accent">
        <Icon className="size-4" />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title[language]}</span>
          <span className="text-sm text-muted">{w.templates.kinds[kind]}</span>
        </span>
        <span className="text-sm text-muted">{summary[language]}</span>
      </span>
    </Link>
  );
}
