import type { Template } from '../template.ts';

export const invoiceExtraction: Template = {
  id: 'invoice-extraction',
  kind: 'task',
  title: { en: 'Invoice extraction', de: 'Rechnungen auslesen' },
  summary: {
    en: 'Reads an invoice, as text or as a file, into fields and line items.',
    de: 'Liest eine Rechnung, als Text oder Datei, in Felder und Positionen ein.',
  },
  fields: {
    name: 'Invoice extraction',
    description: 'Reads an invoice into fields and line items.',
    system_prompt:
      'You read invoices. Copy values exactly as they are printed. Never compute or guess a value: use an empty text for ' +
      'what is missing. Amounts are decimal numbers with a dot and without a currency sign. Dates are YYYY-MM-DD.',
    user_prompt:
      'Extract the invoice from this text or from the attached file.\n\n<invoice>\n{invoice_text}\n</invoice>',
    output_modality: 'json',
    output_format: JSON.stringify(
      {
        supplier: 'string',
        invoice_number: 'string',
        invoice_date: { type: 'string', description: 'YYYY-MM-DD' },
        due_date: { type: 'string', description: 'YYYY-MM-DD, empty if not stated' },
        currency: { type: 'string', description: 'ISO 4217 code' },
        line_items: {
          type: 'list',
          item_type: 'object',
          nested_structure: { description: 'string', quantity: 'number', unit_price: 'number', amount: 'number' },
        },
        net_amount: 'number',
        tax_amount: 'number',
        total_amount: 'number',
        doubts: { type: 'list', item_type: 'string', description: 'What is unreadable or contradictory' },
      },
      null,
      2,
    ),
    file_input_mode: 'any',
  },
};
