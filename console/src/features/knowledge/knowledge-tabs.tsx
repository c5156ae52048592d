import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

type KnowledgeTab = 'collections' | 'documents' | 'sources';

/** Tabs for collections, documents and sources. */
export function KnowledgeTabs({ selectedTab }: { readonly selectedTab: KnowledgeTab }) {
  const tabs = [
    { label: w.knowledge.collections, isCurrent: selectedTab === 'collections', to: '/knowledge' },
    { label: w.knowledge.documents, isCurrent: selectedTab === 'documents', to: '/knowledge/documents' },
    { label: w.sources.title, isCurrent: selectedTab === 'sources', to: '/knowledge/sources' },
  ] as const;
  return <Tabs label={w.knowledge.parts} tabs={tabs} />;
}
