import type { messages as en } from '../en/index.ts';
import type { Translated } from '../types.ts';
import { problems } from './problems/index.ts';
import { reasons } from './reasons.ts';
import { tasks } from './tasks.ts';

export const messages: Translated<typeof en> = { problems, reasons, tasks };
