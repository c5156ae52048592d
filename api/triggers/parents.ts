import { errors } from '../../src/platform/errors.ts';
import { findTriggerEvent } from '../../src/triggers/events.ts';
import type { TriggerType } from '../../src/triggers/kinds/index.ts';
import { findTrigger } from '../../src/triggers/queries.ts';
import { parent } from '../path.ts';

/** A live trigger of the project, of one type. */
export const triggerOfType = (type: TriggerType | undefined) =>
  parent({
    description: 'Trigger of the project',
    field: 'trigger',
    load: (db, { id, caller }) => findTrigger(db, caller.projectId, id, type),
  });

export const TRIGGER_PARENTS = {
  trigger_id: triggerOfType(undefined),
  event_id: parent({
    description: 'Event of the trigger',
    field: 'trigger_event',
    load: (db, { id, caller }) => findTriggerEvent(db, caller.projectId, id),
    check(event, { above }) {
      if (event.trigger_id !== above) throw errors.notFound('trigger_event', event.id);
    },
  }),
};
