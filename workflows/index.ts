/** All workflows of all modules. */
export * from './agents/module.ts';
export * from './evals/module.ts';
export * from './forwarders/module.ts';
export * from './knowledge/module.ts';
export * from './maintenance/module.ts';
export * from './organizations/module.ts';
export * from './skills/module.ts';
export * from './tasks/module.ts';
