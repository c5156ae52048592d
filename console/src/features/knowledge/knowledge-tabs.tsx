import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

type KnowledgeTab = 'collections' | 'documents' | 'search' | 'sources' | 'metadata';

/** Tabs for collections, documents, search, sources and metadata. */
export function KnowledgeTabs({ selectedTab }: { readonly selectedTab: KnowledgeTab }) {
  const tabs = [
    { label: w.knowledge.collections, isCurrent: selectedTab === 'collections', to: '/knowledge' },
    { label: w.knowledge.documents, isCurrent: selectedTab === 'documents', to: '/knowledge/documents' },
    { label: w.knowledge.search, isCurrent: selectedTab === 'search', to: '/knowledge/search' },
    { label: w.sources.title, isCurrent: selectedTab === 'sources', to: '/knowledge/sources' },
    { label: w.knowledge.metadata, isCurrent: selectedTab === 'metadata', to: '/knowledge/metadata' },
  ] as const;
  return <Tabs label={w.knowledge.parts} tabs={tabs} />;
}
