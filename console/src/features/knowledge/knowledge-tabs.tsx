import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

type KnowledgeTab = 'collections' | 'documents' | 'sources';

/** Tabs for collections, documents and sources. */
export function KnowledgeTabs({ selectedTab }: { readonly selectedTab: KnowledgeTab }) {
  const tabs = [
    { name: w.knowledge.collections, shown: selectedTab === 'collections', to: '/knowledge' },
    { name: w.knowledge.documents, shown: selectedTab === 'documents', to: '/knowledge/documents' },
    { name: w.sources.title, shown: selectedTab === 'sources', to: '/knowledge/sources' },
  ] as const;
  return <Tabs label={w.knowledge.parts} tabs={tabs} />;
}
