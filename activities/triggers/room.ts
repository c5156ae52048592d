import { beginDue } from '../../src/background/due.ts';
import { dueSchedules } from '../../src/triggers/schedule/due.ts';
import { sweepTriggers } from '../../src/triggers/sweep.ts';
import type { Room } from '../room.ts';

/** Schedules, which start runs when their time comes, and what triggers leave. */
export const triggers: Room = {
  looks: [{ name: 'begin schedules that are due', work: (ctx) => beginDue(ctx.db, dueSchedules(ctx)) }],
  chores: [{ name: 'sweep what triggers leave', everyRounds: 10, work: ({ db }) => sweepTriggers(db) }],
};
