export { type AgentPath, runAgent } from './agent-run.ts';
export { type ApprovalKind, approvalKind } from './approvals.ts';
export { ApiError } from './errors.ts';
export { EventStream } from './event-stream.ts';
export { good, Holdfast, type HoldfastOptions, ok, type RawInit } from './holdfast.ts';
export type { components, operations, paths } from './openapi.ts';
export * from './prefixes.ts';
export { runTask, type TaskOrder, type TaskPath } from './task-run.ts';
export type { Answer, EventOf, Method, OperationAt, Schemas } from './types.ts';
