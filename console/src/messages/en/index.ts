import { problems } from './problems.ts';
import { reasons } from './reasons.ts';
import { tasks } from './tasks.ts';

export const messages = { problems, reasons, tasks } as const;
