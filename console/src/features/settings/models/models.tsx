import { useQuery } from '@tanstack/react-query';
import { sayDecimal, sayNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { models } from '../../models/queries.ts';
import { SettingsPage } from '../parts.tsx';
import { Keys } from './keys.tsx';
import type { Model } from './queries.ts';
import { Rules } from './rules.tsx';

/** What may be asked in the project, with what it costs, and the rules that exclude the rest. */
export default function Models() {
  const { data, error, refetch } = useQuery(models(useScope()));
  return (
    <SettingsPage at="/settings/models" title={w.project.models}>
      <Rules />
      <Section title={w.project.usable} hint={w.project.usableHint}>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading lines={6} />}
        {data?.length === 0 && <Empty title={w.project.noModels}>{w.project.noModelsHint}</Empty>}
        {data && data.length > 0 && (
          <Table caption={w.project.usable} columns={columns()} rows={data} keyOf={({ id }) => id} />
        )}
      </Section>
      <Keys />
    </SettingsPage>
  );
}

function abilities({ supports_vision, supports_pdf, supports_audio, supports_tools, output_modalities }: Model) {
  const { vision, pdf, audio, tools, makes } = w.project;
  const made = output_modalities.filter((kind) => kind !== 'text' && kind !== 'json');
  return [
    supports_tools && tools,
    supports_vision && vision,
    supports_pdf && pdf,
    supports_audio && audio,
    made.length > 0 && makes(made.map((kind) => w.project.media[kind] ?? kind).join(', ')),
  ].filter((said) => said !== false);
}

function columns(): readonly Column<Model>[] {
  return [
    {
      name: w.project.model,
      show: ({ name, vendor, provider, retired }) => (
        <span className="flex flex-col">
          <span className="break-words">{retired ? `${name} (${w.project.retired})` : name}</span>
          <span className="text-sm break-words text-quiet">
            {vendor === provider ? vendor : `${vendor} · ${provider}`}
          </span>
        </span>
      ),
    },
    {
      name: w.project.can,
      wide: true,
      show: (model) => <span className="text-sm">{abilities(model).join(', ')}</span>,
    },
    {
      name: w.project.window,
      wide: true,
      show: ({ context_window }) => (context_window === null ? '' : w.project.tokens(sayNumber(context_window))),
    },
    { name: w.project.input_price, end: true, show: ({ input_price }) => sayDecimal(input_price) },
    { name: w.project.output_price, end: true, show: ({ output_price }) => sayDecimal(output_price) },
  ];
}
