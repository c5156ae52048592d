import type { AgentDraft } from '../agents/draft.ts';
import type { TaskDraft } from '../tasks/draft.ts';

/** A text in each language of the console. */
type Localized = Readonly<Record<'en' | 'de', string>>;

interface TemplateTexts {
  readonly id: string;
  readonly title: Localized;
  readonly summary: Localized;
}

/** Fields that a template fills in. The model is the user's choice. */
export type Template = TemplateTexts &
  (
    | { readonly kind: 'task'; readonly fields: Partial<TaskDraft> }
    | { readonly kind: 'task_agent'; readonly fields: Partial<AgentDraft> }
  );
