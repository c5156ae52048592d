import { queryClient } from '../../lib/query-client.ts';

/** Reads again what a change of a server, or of a tool of it, makes old. */
export function serverChanged(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', id] });
  void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', 'list'] });
}

/** Reads again what a change of an integration makes old. */
export function serviceChanged(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['integration', id] });
  void queryClient.invalidateQueries({ queryKey: ['integration', 'list'] });
}
