/** Every workflow, gathered from the rooms. */
export * from './agents/room.ts';
export * from './evals/room.ts';
export * from './forwarders/room.ts';
export * from './knowledge/room.ts';
export * from './maintenance/room.ts';
export * from './organizations/room.ts';
export * from './skills/room.ts';
export * from './tasks/room.ts';
