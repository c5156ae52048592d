import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

type Part = 'collections' | 'documents' | 'sources';

/** The ways between collections, all documents of the project, and where they come from. */
export function KnowledgeParts({ shown }: { readonly shown: Part }) {
  const tabs = [
    { label: w.knowledge.collections, isCurrent: shown === 'collections', to: '/knowledge' },
    { label: w.knowledge.documents, isCurrent: shown === 'documents', to: '/knowledge/documents' },
    { label: w.sources.title, isCurrent: shown === 'sources', to: '/knowledge/sources' },
  ] as const;
  return <Tabs label={w.knowledge.parts} tabs={tabs} />;
}
