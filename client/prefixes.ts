// Prefixes of long paths, to be completed in a template.

export const PROJECT = '/api/v1/org/{org_id}/project/{project_id}';
export const TASK = `${PROJECT}/task/{task_id}` as const;
export const AGENT = `${PROJECT}/task-agent/{task_agent_id}` as const;
export const APPROVAL_REQUEST = `${AGENT}/approval-request/{approval_request_id}` as const;
