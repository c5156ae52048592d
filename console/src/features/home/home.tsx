import { getRouteApi } from '@tanstack/react-router';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useRowShortcuts } from '../../lib/row-shortcuts.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { CostSection } from './cost-section.tsx';
import { FirstRunGuide } from './first-run-guide.tsx';
import { ProblemSection } from './problem-section.tsx';
import { TrendSection } from './trend-section.tsx';
import { TREND_DAYS } from './trends.ts';
import { WaitingSection } from './waiting-section.tsx';

const route = getRouteApi('/in/');

/** The home screen: what waits for the user, what is broken, and how it goes. */
export default function HomeScreen() {
  const { days: daysParam } = route.useSearch();
  useRowShortcuts();
  const canViewAgents = useCanViewAny('task_agent');
  const days = TREND_DAYS.find((option) => String(option) === daysParam) ?? TREND_DAYS[0];
  if (canViewAgents === undefined) return <Loading lineCount={8} />;
  return (
    <Page title={w.home.title}>
      {canViewAgents && <FirstRunGuide />}
      {!canViewAgents && <p className="text-muted">{w.home.noAgents}</p>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {canViewAgents && <WaitingSection />}
        <ProblemSection canViewAgents={canViewAgents} />
      </div>
      <TrendSection days={days} />
      <CostSection />
    </Page>
  );
}
