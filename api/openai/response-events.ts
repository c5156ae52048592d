import type { RunResponse } from '../../src/runs/responses/queries.ts';
import type { ApiContext } from '../context.ts';
import type { StreamMessage } from '../plugins/sse.ts';
import type { AnswerStep } from './answer.ts';
import { listLastItems, toMessageItem, toResponseRecord, toTextPart } from './response-record.ts';
import type { Answer, ModelRun } from './runs.ts';
import type { StreamFormat } from './wait.ts';

type ResponseRow = Pick<RunResponse, 'id' | 'created' | 'stored' | 'request' | 'agent_run_id' | 'task_run_id'>;

/**
 * Stream of the events of a response. A number is that of an event's last character or, without text, of the event. So
 * a second stream has the same numbers, whatever the pieces in which the text arrives.
 */
export class ResponseEvents implements StreamFormat {
  readonly #ctx: ApiContext;
  readonly #row: ResponseRow;
  readonly #after: number;
  #sequence = 0;
  /** Output message whose text is streamed. */
  #openIndex: number | undefined;

  /** @param after Number of the last event that the client has; -1 for none. */
  constructor(ctx: ApiContext, row: ResponseRow, after = -1) {
    this.#after = after;
    this.#ctx = ctx;
    this.#row = row;
  }

  open(run: ModelRun): readonly StreamMessage[] {
    const response = { ...toResponseRecord(this.#ctx, this.#row, { run, parts: [], pending: [] }) };
    const started = { ...response, status: 'in_progress', output: [], completed_at: null, usage: null };
    return [...this.#event('created', { response: started }), ...this.#event('in_progress', { response: started })];
  }

  step(step: AnswerStep): readonly StreamMessage[] {
    if (step.type === 'text') {
      const opening = this.#openIndex === step.part ? [] : this.#openMessage(step.part);
      const place = this.#toPlace(step.part);
      return [...opening, ...this.#delta(place, step.delta)];
    }
    return step.type === 'part_done' ? this.#closeMessage(step.part, step.text) : [];
  }

  end(answer: Omit<Answer, 'pauses'>): readonly StreamMessage[] {
    const response = toResponseRecord(this.#ctx, this.#row, answer);
    const items = listLastItems(this.#ctx, this.#row.id, answer).flatMap((item, index) => {
      const output_index = answer.parts.length + index;
      return [
        ...this.#event('output_item.added', { output_index, item }),
        ...this.#event('output_item.done', { output_index, item }),
      ];
    });
    const kind = response.status === 'incomplete' ? 'incomplete' : 'completed';
    return [...items, ...this.#event(kind, { response }), { data: '[DONE]', isText: true }];
  }

  fail({ error }: Parameters<StreamFormat['fail']>[0], answer: Omit<Answer, 'pauses'>): readonly StreamMessage[] {
    const response = {
      ...toResponseRecord(this.#ctx, this.#row, answer),
      status: 'failed',
      error: { code: 'server_error', message: error.message },
    };
    return [...this.#event('failed', { response }), { data: '[DONE]', isText: true }];
  }

  #openMessage(index: number): StreamMessage[] {
    this.#openIndex = index;
    const { item_id, output_index, content_index } = this.#toPlace(index);
    const item = toMessageItem(this.#row.id, index, undefined);
    return [
      ...this.#event('output_item.added', { output_index, item }),
      ...this.#event('content_part.added', { item_id, output_index, content_index, part: toTextPart('') }),
    ];
  }

  #closeMessage(index: number, text: string): StreamMessage[] {
    this.#openIndex = undefined;
    const place = this.#toPlace(index);
    return [
      ...this.#event('output_text.done', { ...place, text, logprobs: [] }),
      ...this.#event('content_part.done', { ...place, part: toTextPart(text) }),
      ...this.#event('output_item.done', { output_index: index, item: toMessageItem(this.#row.id, index, text) }),
    ];
  }

  #toPlace(index: number) {
    return { item_id: toMessageItem(this.#row.id, index, undefined).id, output_index: index, content_index: 0 };
  }

  #event(kind: string, fields: object): StreamMessage[] {
    const type = `response.${kind}`;
    const sequence_number = this.#sequence++;
    return sequence_number <= this.#after ? [] : [{ event: type, data: { type, sequence_number, ...fields } }];
  }

  #delta(place: object, text: string): StreamMessage[] {
    const delta = text.slice(Math.max(0, this.#after + 1 - this.#sequence));
    this.#sequence += text.length - 1;
    return this.#event('output_text.delta', { ...place, delta, logprobs: [] });
  }
}
