/** Screens where causes are fixed, by the beginning of the reason. */
const FIXES = [
  { prefix: /^MODEL_(?:KEY|NOT_CONFIGURED|UNAUTHORIZED|EXCLUDED)/, to: '/settings/models', name: 'models' },
  { prefix: /^(?:BUDGET|INSUFFICIENT_CREDITS|CREDITS)/, to: '/settings/budgets', name: 'budgets' },
  { prefix: /^(?:RECONNECT|MCP_|TOOL_CHANGED|INTEGRATION_|SECRET_MISSING)/, to: '/connections', name: 'connections' },
  { prefix: /^NO_LONGER_PERMITTED$/, to: '/people', name: 'people' },
  { prefix: /^COLLECTION_/, to: '/knowledge', name: 'knowledge' },
] as const;

type Fix = (typeof FIXES)[number];

/** Returns the screen where a cause is fixed, or undefined. */
export const findFix = (cause: string): Fix | undefined => FIXES.find(({ prefix }) => prefix.test(cause));
