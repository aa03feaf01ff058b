/** Search, items, help. */
export const account = {
  'search.title': 'Search results',
  'search.count': '{count, plural, =0 {No results} one {# result} other {# results}} for “{text}”',
  'search.count.atLeast': 'More than {count} results for “{text}”',
  'search.instead': 'No document holds “{typed}”. These hold “{searched}”.',
  'search.all': 'All',
  'search.more': 'Show more',
  'search.loadingMore': 'Loading more',
  'search.empty.title': 'Nothing found for “{text}”',
  'search.empty.text': 'Try fewer words, or a part of the number: order, reference, SKU and tracking numbers all work.',
  'search.filter': 'Narrow by type',
  'faq.title': 'FAQ',
  'faq.lead': 'How to use this portal.',
  'faq.find.question': 'How do I find a document?',
  'faq.find.answer':
    'Type any number you have into the search box at the top: ours, your own order number, an article, a tracking number. A part of it is enough. Press / to get there from the keyboard.',
  'faq.follow.question': 'How do I see where my order is?',
  'faq.follow.answer':
    'Open the order. The strip at the top shows the quote it came from, its shipments and its invoices; choose a shipment to see each event on its way.',
  'faq.open.question': 'What is still open on an order?',
  'faq.open.answer':
    'Each line of an order says how much was ordered, shipped, delivered and invoiced, and what is still open. Partial deliveries are counted line by line.',
  'faq.filter.question': 'Can I keep or share a filtered list?',
  'faq.filter.answer':
    'Yes. The filters of a list are part of the address: bookmark the page, or send the address to a colleague of the same account.',
  'faq.missing.question': 'Why do I not see a document?',
  'faq.missing.answer':
    'You see the documents of the account named in the menu at the top right; switch there if you belong to several. Your role decides which types and prices you see. A new document appears as soon as your supplier’s system has sent it.',
  'faq.unknown.question': 'What does a dash mean?',
  'faq.unknown.answer': 'The value is not known to the portal. It is never a zero.',
  'faq.appearance.question': 'How do I change the colours or the text direction?',
  'faq.appearance.answer':
    'Choose the appearance button in the header: light or dark, the text direction, and whether the menu stands at the side or at the top.',
  'faq.leave.question': 'How do I sign out?',
  'faq.leave.answer':
    'Open the menu with your name at the top right and choose Sign Out. It ends your session in every tab of this browser.',
} as const
