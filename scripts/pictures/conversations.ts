/** One response of the pictured model. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: object }[];
  /** Input and output tokens. */
  readonly tokens: readonly [number, number];
  readonly latencyMs?: number;
}

/** What a user writes to an agent, and the model's responses in turn. */
interface Conversation {
  readonly says: string;
  readonly replies: readonly Reply[];
}

/** A customer of the pictured shop whose order is refunded after an approval. */
interface RefundCase {
  readonly order: string;
  readonly amount: string;
  readonly customer: string;
  readonly reason: string;
  readonly says: string;
}

/** Refunds that wait for a decision. */
export const WAITING_REFUNDS: readonly RefundCase[] = [
  {
    order: 'A-20417',
    amount: '89.90',
    customer: 'Mara Lindqvist',
    reason: 'The left speaker is broken',
    says: 'Order A-20417: the left speaker was broken when it arrived. Mara Lindqvist wants her money back.',
  },
  {
    order: 'A-20398',
    amount: '349.00',
    customer: 'Tomás Ferreira',
    reason: 'Returned unopened',
    says: 'Tomás Ferreira returned order A-20398 unopened. Please refund it.',
  },
  {
    order: 'A-20455',
    amount: '24.50',
    customer: 'Ingrid Aalto',
    reason: 'Delivered twice',
    says: 'Ingrid Aalto received order A-20455 twice and paid twice.',
  },
];

/** The refund whose request is approved. */
export const APPROVED_REFUND: RefundCase = {
  order: 'A-20388',
  amount: '129.00',
  customer: 'Jonas Weber',
  reason: 'Lost in transit',
  says: 'The package of order A-20388 is lost. Jonas Weber asks for a refund.',
};

/** The refund whose request is rejected. */
export const REJECTED_REFUND: RefundCase = {
  order: 'A-19920',
  amount: '59.00',
  customer: 'Priya Nair',
  reason: 'Changed her mind',
  says: 'Priya Nair wants to return order A-19920 from August.',
};

/** Messages whose runs need no approval. */
export const QUESTIONS: readonly [Conversation, ...Conversation[]] = [
  {
    says: 'Where is order A-20461?',
    replies: [
      { calls: [{ name: 'shop__find_order', args: { order: 'A-20461' } }], tokens: [812, 34], latencyMs: 350 },
      { text: 'Order **A-20461** was delivered on November 19. The customer paid 89.90 EUR.', tokens: [934, 41] },
    ],
  },
  {
    says: 'How much is 19 % VAT of 1,249.50 EUR?',
    replies: [
      { calls: [{ name: 'calculator', args: { expression: '1249.50*0.19' } }], tokens: [806, 28], latencyMs: 200 },
      { text: 'The VAT is **237.41 EUR**.', tokens: [871, 16] },
    ],
  },
  {
    says: 'Summarize our return policy in two sentences.',
    replies: [
      {
        text: 'Customers can return goods within 30 days and get the full price back. Broken or lost goods are refunded at any time within the warranty.',
        tokens: [798, 52],
        latencyMs: 400,
      },
    ],
  },
];

/** The message whose run fails, because the provider declines it. */
export const DECLINED = 'Translate the attached scan of the contract.';

/** The email that waits for a decision. */
export const EMAIL: Conversation = {
  says: 'Write to Mara Lindqvist that her refund is on its way.',
  replies: [
    {
      text: 'I have drafted the email. It is sent after your approval.',
      calls: [
        {
          name: 'shop__send_email',
          args: {
            to: 'mara.lindqvist@example.com',
            subject: 'Your refund for order A-20417',
            body: 'Dear Mara,\n\nwe are sorry that the left speaker was broken. Your refund of 89.90 EUR is on its way and arrives within three working days.\n\nKind regards\nThe support team',
          },
        },
      ],
      tokens: [903, 118],
      latencyMs: 500,
    },
    { text: 'The email is sent.', tokens: [1040, 9] },
  ],
};

function toConversation({ order, amount, customer, reason, says }: RefundCase): Conversation {
  const refund = { order, amount, currency: 'EUR', reason };
  return {
    says,
    replies: [
      {
        text: 'I look up the order first.',
        calls: [{ name: 'shop__find_order', args: { order } }],
        tokens: [824, 41],
        latencyMs: 300,
      },
      {
        text: `The order was paid and is within the return period. I refund ${amount} EUR to ${customer}.`,
        calls: [{ name: 'shop__create_refund', args: refund }],
        tokens: [1013, 77],
        latencyMs: 600,
      },
      {
        text: `${customer} gets **${amount} EUR** back for order ${order}. The money arrives within three working days.`,
        tokens: [1190, 38],
        latencyMs: 300,
      },
    ],
  };
}

/** All conversations that the model knows. */
export const CONVERSATIONS: readonly Conversation[] = [
  ...[...WAITING_REFUNDS, APPROVED_REFUND, REJECTED_REFUND].map(toConversation),
  ...QUESTIONS,
  EMAIL,
];

/** Messages of customers for the task, with its answers. */
export const TASK_ANSWERS = [
  {
    says: 'I was charged twice for invoice 7731.',
    answer: {
      topic: 'billing',
      urgency: 'high',
      summary: 'The customer was charged twice for invoice 7731.',
      reply: 'We are sorry. We have started a refund of the second payment for invoice 7731.',
    },
    tokens: [412, 71],
  },
  {
    says: 'How do I export my data as CSV?',
    answer: {
      topic: 'how_to',
      urgency: 'low',
      summary: 'The customer asks how to export data as CSV.',
      reply: 'Open Reports and choose Download CSV.',
    },
    tokens: [398, 55],
  },
  {
    says: 'Since this morning nobody on our team can sign in.',
    answer: {
      topic: 'account',
      urgency: 'high',
      summary: 'No user of the team can sign in since this morning.',
      reply: 'Thank you for the report. We are investigating it now and write again within the hour.',
    },
    tokens: [405, 63],
  },
] as const;
