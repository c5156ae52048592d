import { getRouteApi } from '@tanstack/react-router';
import { ScheduleView } from './schedule.tsx';
import { WebhookView } from './webhook.tsx';

const route = getRouteApi('/in/triggers/$type/$triggerId');

/** The screen of a trigger of any type. */
export default function TriggerScreen() {
  const { type, triggerId } = route.useParams();
  return type === 'schedule' ? (
    <ScheduleView key={triggerId} id={triggerId} />
  ) : (
    <WebhookView key={triggerId} id={triggerId} />
  );
}
