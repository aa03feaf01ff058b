/*
 * What notifications say, made on the server. Each kind has a title, a text for one document (`reference` is the
 * customer's own number, empty when not known) and a text for many.
 */
export const notices = {
  'notice.quotes.received': 'New quote',
  'notice.quotes.received.one': 'Quote {document} is there for you.',
  'notice.quotes.received.many': '{count, plural, one {# new quote is there} other {# new quotes are there}} for you.',
  'notice.quotes.revised': 'Quote revised',
  'notice.quotes.revised.one': 'Quote {document} says something else than before.',
  'notice.quotes.revised.many': '{count, plural, one {# quote was revised} other {# quotes were revised}}.',
  'notice.quotes.answered': 'Quote answered',
  'notice.quotes.answered.one':
    'Quote {document} was {status, select, accepted {accepted} ordered {ordered} rejected {declined} other {withdrawn}}.',
  'notice.quotes.answered.many': '{count, plural, one {# quote was answered} other {# quotes were answered}}.',
  'notice.quotes.expiring': 'Quote expires soon',
  'notice.quotes.expiring.one': 'Quote {document} is valid until {to} only.',
  'notice.quotes.expiring.many': '{count, plural, one {# quote expires} other {# quotes expire}} soon.',
  'notice.quotes.expired': 'Quote expired',
  'notice.quotes.expired.one': 'Quote {document} was valid until {to}.',
  'notice.quotes.expired.many': '{count, plural, one {# quote has} other {# quotes have}} expired.',
  'notice.orders.confirmed': 'Order confirmed',
  'notice.orders.confirmed.one': 'Order {document} is confirmed.',
  'notice.orders.confirmed.many': '{count, plural, one {# order is confirmed} other {# orders are confirmed}}.',
  'notice.orders.changed': 'Order changed',
  'notice.orders.changed.one': 'Order {document} was changed.',
  'notice.orders.changed.many': '{count, plural, one {# order was changed} other {# orders were changed}}.',
  'notice.orders.dateChanged': 'Delivery date changed',
  'notice.orders.dateChanged.one':
    '{to, select, none {Order {document} has other delivery dates than before} other {Order {document} is now expected on {to} instead of {from}}}.',
  'notice.orders.dateChanged.many':
    'The delivery date of {count, plural, one {# order has} other {# orders have}} changed.',
  'notice.orders.onHold': 'Order on hold',
  'notice.orders.onHold.one': 'Order {document} is on hold{reason, select, none {} other {: {reason}}}.',
  'notice.orders.onHold.many': '{count, plural, one {# order is on hold} other {# orders are on hold}}.',
  'notice.orders.cancelled': 'Order cancelled',
  'notice.orders.cancelled.one': 'Order {document} was {status, select, rejected {rejected} other {cancelled}}.',
  'notice.orders.cancelled.many': '{count, plural, one {# order was cancelled} other {# orders were cancelled}}.',
  'notice.orders.completed': 'Order completed',
  'notice.orders.completed.one': 'Order {document} is completed.',
  'notice.orders.completed.many': '{count, plural, one {# order is completed} other {# orders are completed}}.',
  'notice.shipments.despatched': 'Shipment on its way',
  'notice.shipments.despatched.one': 'Shipment {document} is on its way.',
  'notice.shipments.despatched.many':
    '{count, plural, one {# shipment is on its way} other {# shipments are on their way}}.',
  'notice.shipments.estimateChanged': 'Arrival changed',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {Shipment {document} arrives at another time than before} other {Shipment {document} is now expected on {to} instead of {from}}}.',
  'notice.shipments.estimateChanged.many':
    'The expected arrival of {count, plural, one {# shipment has} other {# shipments have}} changed.',
  'notice.shipments.exception': 'Shipment held up',
  'notice.shipments.exception.one':
    'Shipment {document} {status, select, customs {is at customs} ready_for_pickup {waits to be picked up} partially_delivered {was delivered in part} other {is held up}}.',
  'notice.shipments.exception.many': '{count, plural, one {# shipment needs a look} other {# shipments need a look}}.',
  'notice.shipments.outForDelivery': 'Out for delivery',
  'notice.shipments.outForDelivery.one': 'Shipment {document} arrives today.',
  'notice.shipments.outForDelivery.many': '{count, plural, one {# shipment arrives} other {# shipments arrive}} today.',
  'notice.shipments.delivered': 'Delivered',
  'notice.shipments.delivered.one': 'Shipment {document} was delivered.',
  'notice.shipments.delivered.many':
    '{count, plural, one {# shipment was delivered} other {# shipments were delivered}}.',
  'notice.shipments.failed': 'Delivery failed',
  'notice.shipments.failed.one':
    'Shipment {document} {status, select, lost_or_damaged {is lost or damaged} returned {was returned} cancelled {was cancelled} other {could not be delivered}}.',
  'notice.shipments.failed.many': '{count, plural, one {# shipment} other {# shipments}} could not be delivered.',
  'notice.shipments.late': 'Shipment late',
  'notice.shipments.late.one':
    '{to, select, none {Shipment {document} should have arrived on {from}} other {Shipment {document} is late: expected on {to} instead of {from}}}.',
  'notice.shipments.late.many': '{count, plural, one {# shipment is} other {# shipments are}} late.',
  'notice.invoices.issued': 'New invoice',
  'notice.invoices.issued.one': 'Invoice {document} is there.',
  'notice.invoices.issued.many': '{count, plural, one {# new invoice is there} other {# new invoices are there}}.',
  'notice.invoices.dueSoon': 'Invoice due soon',
  'notice.invoices.dueSoon.one': 'Invoice {document} is due on {to}.',
  'notice.invoices.dueSoon.many': '{count, plural, one {# invoice falls} other {# invoices fall}} due soon.',
  'notice.invoices.overdue': 'Invoice overdue',
  'notice.invoices.overdue.one': 'Invoice {document} was due on {to}.',
  'notice.invoices.overdue.many': '{count, plural, one {# invoice is} other {# invoices are}} overdue.',
  'notice.invoices.paid': 'Invoice paid',
  'notice.invoices.paid.one': 'Invoice {document} is paid.',
  'notice.invoices.paid.many': '{count, plural, one {# invoice is paid} other {# invoices are paid}}.',
  'notice.invoices.credited': 'Credit note',
  'notice.invoices.credited.one':
    '{status, select, credited {Invoice {document} was credited} other {Credit note {document} is there}}.',
  'notice.invoices.credited.many': '{count, plural, one {# credit note is there} other {# credit notes are there}}.',
  'notice.messages.answered': 'Answer from your supplier',
  'notice.messages.answered.one':
    '{type, select, quotes {There is an answer about quote {document}} orders {There is an answer about order {document}} shipments {There is an answer about shipment {document}} profile {There is an answer to your enquiry {document}} other {There is an answer about invoice {document}}}.',
  'notice.messages.answered.many': '{count, plural, one {There is # answer} other {There are # answers}} for you.',
  'notice.security.newDevice': 'Sign-in on a new device',
  'notice.security.newDevice.one':
    'Somebody has signed in as you{device, select, none {} other { with {device}}}. If it was not you, end that session and choose a new password.',
  'notice.security.password': 'Password changed',
  'notice.security.password.one': 'If it was not you, choose a new password at once.',
  'notice.security.secondFactor': 'Sign-in changed',
  'notice.security.secondFactor.one':
    'How you sign in was changed. If it was not you, look at your ways of signing in and choose a new password.',
  'notice.security.mailRefused': 'Mails do not reach you',
  'notice.security.mailRefused.one':
    'The mail server of your address refuses our mails, so we have stopped sending them. What happens is told you here.',
  'notice.document': '{reference, select, none {{number}} other {{number} ({reference})}}',
} as const
