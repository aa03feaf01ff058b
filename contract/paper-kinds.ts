/** The kinds of paper that the portal makes, in the order of a business; an example of each can be printed. */
export const paperKinds = ['quotes', 'orders', 'shipments', 'invoices', 'creditNotes', 'statement', 'returns'] as const
export type PaperKind = (typeof paperKinds)[number]
