/** The form by which a customer asks for a quote from scratch. */
export const enquiry = {
  'enquiry.text': 'Tell your supplier what you need. You get a quote; nothing is ordered yet.',
  'enquiry.items': 'What you need',
  'enquiry.sku': 'Item number',
  'enquiry.description': 'Description',
  'enquiry.quantity': 'Quantity',
  'enquiry.unit': 'Unit',
  'enquiry.row': '{label}, row {place}',
  'enquiry.add': 'Add a row',
  'enquiry.remove': 'Remove row {place}',
  'enquiry.paste': 'You can paste rows from a spreadsheet: item number, description, quantity, unit.',
  'enquiry.pasted': '{count, plural, one {# row pasted} other {# rows pasted}}',
  'enquiry.missing.item': 'Give an item number or a description.',
  'enquiry.missing.quantity': 'Give a quantity such as 12 or 2.5.',
  'enquiry.missing.all': 'Name at least one item.',
  'enquiry.send': 'Send the enquiry',
  'enquiry.sent': 'Enquiry {number} is with your supplier',
} as const
