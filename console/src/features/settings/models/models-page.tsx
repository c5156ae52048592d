import { useQuery } from '@tanstack/react-query';
import { formatDecimal, formatNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { modelsQuery } from '../../models/queries.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { ExclusionRules } from './exclusion-rules.tsx';
import { ModelKeySection } from './model-keys.tsx';
import type { Model } from './queries.ts';

/** Page of the models of the project, with prices, exclusion rules and provider keys. */
export default function ModelsPage() {
  const { data, error, refetch } = useQuery(modelsQuery(useScope()));
  return (
    <SettingsPage path="/settings/models" title={w.project.models}>
      <ExclusionRules />
      <Section title={w.project.usable} hint={w.project.usableHint}>
        {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading lineCount={6} />}
        {data?.length === 0 && (
          <EmptyState isSmall title={w.project.noModels}>
            {w.project.noModelsHint}
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <Table caption={w.project.usable} columns={getColumns()} rows={data} getRowKey={({ id }) => id} />
        )}
      </Section>
      <ModelKeySection />
    </SettingsPage>
  );
}

function listCapabilities({ supports_vision, supports_pdf, supports_audio, supports_tools, output_modalities }: Model) {
  const { vision, pdf, audio, tools, outputKinds } = w.project;
  const media: Readonly<Record<string, string>> = w.project.media;
  const outputMedia = output_modalities.filter((kind) => kind !== 'text' && kind !== 'json');
  return [
    supports_tools && tools,
    supports_vision && vision,
    supports_pdf && pdf,
    supports_audio && audio,
    outputMedia.length > 0 && outputKinds({ kinds: outputMedia.map((kind) => media[kind] ?? kind).join(', ') }),
  ].filter((capability) => capability !== false);
}

function getColumns(): readonly Column<Model>[] {
  return [
    {
      header: w.project.model,
      render: ({ name, vendor, provider, retired }) => (
        <span className="flex flex-col">
          <span className="break-words">{retired ? `${name} (${w.project.retired})` : name}</span>
          <span className="text-sm break-words text-muted">
            {vendor === provider ? vendor : `${vendor} · ${provider}`}
          </span>
        </span>
      ),
    },
    {
      header: w.project.can,
      hidesOnMobile: true,
      render: (model) => <span className="text-sm">{listCapabilities(model).join(', ')}</span>,
    },
    {
      header: w.project.window,
      hidesOnMobile: true,
      render: ({ context_window }) =>
        context_window === null ? '' : w.project.tokens({ count: formatNumber(context_window) }),
    },
    { header: w.project.input_price, alignsEnd: true, render: ({ input_price }) => formatDecimal(input_price) },
    { header: w.project.output_price, alignsEnd: true, render: ({ output_price }) => formatDecimal(output_price) },
  ];
}
