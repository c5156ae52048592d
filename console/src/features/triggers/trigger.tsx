import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useScope } from '../../lib/session.ts';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { w } from '../../words/index.ts';
import { EditTrigger } from './edit-trigger.tsx';
import { TRIGGER_KINDS } from './kinds/index.ts';
import { type Trigger, triggerQuery } from './queries.ts';
import { TriggerPage } from './trigger-page.tsx';

const route = getRouteApi('/in/triggers/$type/$triggerId');

/** The screen of a trigger: configuration, events, and the sections of its kind. */
export default function TriggerScreen() {
  const { type, triggerId } = route.useParams();
  return <TriggerView key={triggerId} type={type as Trigger['type']} id={triggerId} />;
}

function TriggerView({ type, id }: Pick<Trigger, 'type' | 'id'>) {
  const { data, error, refetch } = useQuery(triggerQuery(useScope(), { type, id }));
  if (!data) return <PagePlaceholder title={w.triggers.title} query={{ error, refetch }} />;
  const { renderAbove, renderBeside, toForm } = TRIGGER_KINDS[data.type];
  return (
    <TriggerPage trigger={data} error={error} onRetry={() => void refetch()}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          {renderAbove?.(data)}
          <RecordForm record={data} version={data.modified}>
            {(record, onSaved) => <EditTrigger trigger={record} form={toForm(record)} onSaved={onSaved} />}
          </RecordForm>
        </div>
        {renderBeside(data)}
      </div>
    </TriggerPage>
  );
}
