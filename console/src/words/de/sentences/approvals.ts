import type { Sentences } from '../../en/sentences.ts';

/** What people are asked, and what is known of a call that broke off. */
export const approvals: Sentences = {
  'Did this call take effect?': 'Hat dieser Aufruf gewirkt?',
  'May this run spend more credits?': 'Darf dieser Lauf mehr Credits ausgeben?',
  'May spending exceed the budget?': 'Darf mehr ausgegeben werden, als das Budget erlaubt?',
  'the worker stopped while the call was under way': 'Der Worker hielt an, während der Aufruf lief.',
  'the call broke off': 'Der Aufruf brach ab.',
};
