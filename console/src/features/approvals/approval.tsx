import { getRouteApi } from '@tanstack/react-router';
import { Screen } from './screen.tsx';

const route = getRouteApi('/in/approvals/$approvalId');

/** One request, with the queue beside it where there is room. */
export default function OneApproval() {
  return <Screen open={route.useParams().approvalId} />;
}
