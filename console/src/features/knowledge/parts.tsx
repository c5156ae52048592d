import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

type Part = 'collections' | 'documents' | 'sources';

/** The ways between collections, all documents of the project, and where they come from. */
export function KnowledgeParts({ shown }: { readonly shown: Part }) {
  const tabs = [
    { name: w.knowledge.collections, shown: shown === 'collections', to: '/knowledge' },
    { name: w.knowledge.documents, shown: shown === 'documents', to: '/knowledge/documents' },
    { name: w.sources.title, shown: shown === 'sources', to: '/knowledge/sources' },
  ] as const;
  return <Tabs label={w.knowledge.parts} tabs={tabs} />;
}
