/** The list under the bell, and the page with all that happened. */
export const notifications = {
  'notifications.none': 'No Notifications',
  'notifications.clear': 'Clear “{title}”',
  'notifications.clearAll': 'Clear all',
  'notifications.all': 'See all',
  'notifications.unseen': 'New:',
  'notifications.newTab': '(opens in a new tab)',
  'notifications.history': 'All that happened',
  'notifications.history.text': 'What was cleared under the bell is kept here.',
  'notifications.filter.all': 'All',
  'notifications.filter.unread': 'Not opened yet',
  'notifications.filters': 'Narrow the notifications',
  'notifications.empty': 'Nothing has happened yet',
  'notifications.empty.text':
    'You are told here when a quote comes, an order is confirmed or its date moves, a shipment leaves or arrives, and when an invoice is issued.',
  'notifications.empty.filtered': 'Nothing like it has happened',
  'notifications.empty.showAll': 'Show all',
  'notifications.more': 'Show earlier ones',
  'notifications.loadingMore': 'Loading',
  'notifications.views': 'Views',
  'notifications.settings': 'How you are told',
} as const
