/** Documents of the pictured collection, by file name. */
export const TERMS: Readonly<Record<string, string>> = {
  'returns.md':
    '# Returns\n\nGoods may be returned within 30 days of the purchase. The customer gets the full price back.\n\n## Broken goods\n\nBroken goods are refunded or replaced at any time within the warranty of two years.\n\n## Lost packages\n\nA package that has not arrived after ten days is lost. The customer gets a refund or another package.\n',
  'shipping.md':
    '# Shipping\n\nOrders before 14:00 leave the warehouse on the same day. Shipping within the EU takes two to four working days and is free from 50 EUR.\n',
  'warranty.md':
    '# Warranty\n\nThe warranty lasts two years from delivery. It covers faults of material and production, not wear.\n',
};

/** Returns the upload of documents into a collection. */
export function toDocumentForm(documents: Readonly<Record<string, string>>, collectionId: string): FormData {
  const form = new FormData();
  form.append('data', JSON.stringify({ collection_ids: [collectionId] }));
  for (const [name, text] of Object.entries(documents))
    form.append('files', new Blob([text], { type: 'text/markdown' }), name);
  return form;
}
