import { toCanonicalJson } from '../src/platform/digest.ts';
import type { RunCase } from './evidence.ts';
import { isFixedCall } from './fixed-call.ts';
import type { SeenStream } from './observation.ts';

/** Checks that every reader got every event once, in order, as stored, and that the stored text is the model's. */
export function auditStreams(one: RunCase): void {
  auditStored(one);
  auditTexts(one);
  for (const stream of one.seen.streams) auditStream(one, stream);
}

function auditStored({ run, complain }: RunCase): void {
  const seqs = run.events.map((event) => event.seq);
  const hole = seqs.findIndex((seq, index) => seq !== index + 1);
  if (hole >= 0) complain('gap', `the stored event after ${hole} has the number ${seqs[hole]}`);
  if (seqs.length !== run.event_seq)
    complain('gap', `${seqs.length} events are stored and ${run.event_seq} were counted`);
  if (run.completed === null) return;
  const ends = run.events.filter((event) => event.kind === 'done');
  if (ends.length !== 1 || run.events.at(-1)?.kind !== 'done')
    complain('differs', `${ends.length} events are \`done\` and the last one is ${run.events.at(-1)?.kind}`);
  const said = (ends[0]?.payload as { output?: unknown; status?: unknown } | undefined) ?? {};
  if (said.output !== run.output || said.status !== run.status)
    complain(
      'differs',
      `\`done\` says ${said.status}, ${JSON.stringify(said.output)}; the row ${run.status}, ${JSON.stringify(run.output)}`,
    );
}

/** Checks that the text of each stored turn is that of its last attempt and of the script. */
function auditTexts({ run, seen, complain }: RunCase): void {
  for (const { turn, text } of run.said) {
    // The last turn of a fixed call has its result, and is empty without one.
    const isResult = isFixedCall(seen.plan) && turn === seen.plan.texts.length;
    const planned = isResult ? (run.output ?? '') : seen.plan.texts[turn - 1]?.join('');
    if (text !== planned)
      complain('differs', `turn ${turn} is stored as ${JSON.stringify(text)} instead of ${JSON.stringify(planned)}`);
    const own = run.events.filter((event) => event.turn === turn);
    const from = own.findLastIndex((event) => event.kind === 'turn_restarted');
    const spoken = own.slice(from + 1).filter((event) => event.kind === 'text');
    const heard = spoken.map((event) => (event.payload as { text: string }).text).join('');
    if (heard !== text)
      complain(
        'differs',
        `turn ${turn} was streamed as ${JSON.stringify(heard)} and is stored as ${JSON.stringify(text)}`,
      );
  }
}

function auditStream({ run, complain }: RunCase, { name, events, toTheEnd }: SeenStream): void {
  let last = 0;
  for (const { id, event, data } of events) {
    if (id > last + 1) complain('gap', `${name}: after event ${last} came ${id}`);
    if (id <= last) complain('repeat', `${name}: after event ${last} came ${id}`);
    last = Math.max(last, id);
    const stored = run.events[id - 1];
    if (stored?.seq !== id || stored.kind !== event || toCanonicalJson(stored.payload) !== toCanonicalJson(data))
      complain(
        'differs',
        `${name}: event ${id} came as ${event} ${toCanonicalJson(data)} and is stored as ${stored?.kind} ${toCanonicalJson(stored?.payload)}`,
      );
  }
  if (toTheEnd && run.completed !== null && last !== run.event_seq)
    complain('gap', `${name}: the last event seen is ${last} of ${run.event_seq}`);
}
