import { beginDue } from '../../src/background/due.ts';
import { dueSchedules } from '../../src/triggers/schedule/due.ts';
import type { Room } from '../room.ts';

/** Schedules, which start runs when their time comes. */
export const triggers: Room = {
  looks: [{ name: 'begin schedules that are due', work: (ctx) => beginDue(ctx.db, dueSchedules(ctx)) }],
};
