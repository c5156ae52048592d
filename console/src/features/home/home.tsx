import { Navigate } from '@tanstack/react-router';

/** Until there is more to say at first, what waits for a decision is the first page. */
export default function Home() {
  return <Navigate to="/approvals" replace />;
}
