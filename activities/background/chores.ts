import { agentChores } from '../agents/chores.ts';
import { auditChores } from '../audit/chores.ts';
import { fileChores } from '../files/chores.ts';
import { organizationChores } from '../organizations/chores.ts';
import { platformChores } from '../platform/chores.ts';
import { projectChores } from '../projects/chores.ts';
import { runChores } from '../runs/chores.ts';
import { usageChores } from '../usage/chores.ts';
import type { Chore } from './chore.ts';

/** The chores of all rooms. */
export const CHORES: readonly Chore[] = [
  ...agentChores,
  ...runChores,
  ...organizationChores,
  ...usageChores,
  ...projectChores,
  ...fileChores,
  ...platformChores,
  ...auditChores,
];
