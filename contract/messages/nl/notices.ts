import type { Translated } from '../../message.ts'
import type { notices as english } from '../en/notices.ts'

export const notices: Translated<typeof english> = {
  'notice.quotes.received': 'Nieuwe offerte',
  'notice.quotes.received.one': 'Offerte {document} ligt voor u klaar.',
  'notice.quotes.received.many':
    '{count, plural, one {# nieuwe offerte ligt} other {# nieuwe offertes liggen}} voor u klaar.',
  'notice.quotes.revised': 'Offerte herzien',
  'notice.quotes.revised.one': 'Offerte {document} is gewijzigd.',
  'notice.quotes.revised.many': '{count, plural, one {# offerte is} other {# offertes zijn}} herzien.',
  'notice.quotes.answered': 'Offerte beantwoord',
  'notice.quotes.answered.one':
    'Offerte {document} is {status, select, accepted {geaccepteerd} ordered {besteld} rejected {afgewezen} other {ingetrokken}}.',
  'notice.quotes.answered.many': '{count, plural, one {# offerte is} other {# offertes zijn}} beantwoord.',
  'notice.quotes.expiring': 'Offerte verloopt binnenkort',
  'notice.quotes.expiring.one': 'Offerte {document} is alleen nog geldig tot en met {to}.',
  'notice.quotes.expiring.many': '{count, plural, one {# offerte verloopt} other {# offertes verlopen}} binnenkort.',
  'notice.quotes.expired': 'Offerte verlopen',
  'notice.quotes.expired.one': 'Offerte {document} was geldig tot en met {to}.',
  'notice.quotes.expired.many': '{count, plural, one {# offerte is} other {# offertes zijn}} verlopen.',
  'notice.orders.confirmed': 'Order bevestigd',
  'notice.orders.confirmed.one': 'Order {document} is bevestigd.',
  'notice.orders.confirmed.many': '{count, plural, one {# order is} other {# orders zijn}} bevestigd.',
  'notice.orders.changed': 'Order gewijzigd',
  'notice.orders.changed.one': 'Order {document} is gewijzigd.',
  'notice.orders.changed.many': '{count, plural, one {# order is} other {# orders zijn}} gewijzigd.',
  'notice.orders.dateChanged': 'Leverdatum gewijzigd',
  'notice.orders.dateChanged.one':
    '{to, select, none {Order {document} heeft andere leverdatums dan voorheen} other {Order {document} wordt nu verwacht op {to} in plaats van {from}}}.',
  'notice.orders.dateChanged.many': 'De leverdatum van {count, plural, one {# order} other {# orders}} is gewijzigd.',
  'notice.orders.onHold': 'Order aangehouden',
  'notice.orders.onHold.one': 'Order {document} is aangehouden{reason, select, none {} other {: {reason}}}.',
  'notice.orders.onHold.many': '{count, plural, one {# order is} other {# orders zijn}} aangehouden.',
  'notice.orders.cancelled': 'Order geannuleerd',
  'notice.orders.cancelled.one': 'Order {document} is {status, select, rejected {afgewezen} other {geannuleerd}}.',
  'notice.orders.cancelled.many': '{count, plural, one {# order is} other {# orders zijn}} geannuleerd.',
  'notice.orders.completed': 'Order afgerond',
  'notice.orders.completed.one': 'Order {document} is afgerond.',
  'notice.orders.completed.many': '{count, plural, one {# order is} other {# orders zijn}} afgerond.',
  'notice.shipments.despatched': 'Zending onderweg',
  'notice.shipments.despatched.one': 'Zending {document} is onderweg.',
  'notice.shipments.despatched.many': '{count, plural, one {# zending is} other {# zendingen zijn}} onderweg.',
  'notice.shipments.estimateChanged': 'Aankomst gewijzigd',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {Zending {document} komt op een ander moment aan dan voorheen} other {Zending {document} wordt nu verwacht op {to} in plaats van {from}}}.',
  'notice.shipments.estimateChanged.many':
    'De verwachte aankomst van {count, plural, one {# zending} other {# zendingen}} is gewijzigd.',
  'notice.shipments.exception': 'Zending opgehouden',
  'notice.shipments.exception.one':
    'Zending {document} {status, select, customs {is bij de douane} ready_for_pickup {ligt klaar om af te halen} partially_delivered {is gedeeltelijk bezorgd} other {wordt opgehouden}}.',
  'notice.shipments.exception.many': '{count, plural, one {# zending vraagt} other {# zendingen vragen}} aandacht.',
  'notice.shipments.outForDelivery': 'Wordt bezorgd',
  'notice.shipments.outForDelivery.one': 'Zending {document} komt vandaag aan.',
  'notice.shipments.outForDelivery.many':
    '{count, plural, one {# zending komt} other {# zendingen komen}} vandaag aan.',
  'notice.shipments.delivered': 'Bezorgd',
  'notice.shipments.delivered.one': 'Zending {document} is bezorgd.',
  'notice.shipments.delivered.many': '{count, plural, one {# zending is} other {# zendingen zijn}} bezorgd.',
  'notice.shipments.failed': 'Bezorging mislukt',
  'notice.shipments.failed.one':
    'Zending {document} {status, select, lost_or_damaged {is verloren of beschadigd} returned {is geretourneerd} cancelled {is geannuleerd} other {kon niet worden bezorgd}}.',
  'notice.shipments.failed.many':
    '{count, plural, one {# zending kon} other {# zendingen konden}} niet worden bezorgd.',
  'notice.shipments.late': 'Zending te laat',
  'notice.shipments.late.one':
    '{to, select, none {Zending {document} had op {from} moeten aankomen} other {Zending {document} is te laat: verwacht op {to} in plaats van {from}}}.',
  'notice.shipments.late.many': '{count, plural, one {# zending is} other {# zendingen zijn}} te laat.',
  'notice.invoices.issued': 'Nieuwe factuur',
  'notice.invoices.issued.one': 'Factuur {document} is er.',
  'notice.invoices.issued.many': '{count, plural, one {Er is # nieuwe factuur} other {Er zijn # nieuwe facturen}}.',
  'notice.invoices.dueSoon': 'Factuur vervalt binnenkort',
  'notice.invoices.dueSoon.one': 'Factuur {document} vervalt op {to}.',
  'notice.invoices.dueSoon.many': '{count, plural, one {# factuur vervalt} other {# facturen vervallen}} binnenkort.',
  'notice.invoices.overdue': 'Factuur vervallen',
  'notice.invoices.overdue.one': 'Factuur {document} had op {to} betaald moeten zijn.',
  'notice.invoices.overdue.many': '{count, plural, one {# factuur is} other {# facturen zijn}} over de vervaldatum.',
  'notice.invoices.paid': 'Factuur betaald',
  'notice.invoices.paid.one': 'Factuur {document} is betaald.',
  'notice.invoices.paid.many': '{count, plural, one {# factuur is} other {# facturen zijn}} betaald.',
  'notice.invoices.credited': 'Creditnota',
  'notice.invoices.credited.one':
    '{status, select, credited {Factuur {document} is gecrediteerd} other {Creditnota {document} is er}}.',
  'notice.invoices.credited.many': '{count, plural, one {Er is # creditnota} other {Er zijn # creditnota’s}}.',
  'notice.messages.answered': 'Antwoord van uw leverancier',
  'notice.messages.answered.one':
    '{type, select, quotes {Er is een antwoord over offerte {document}} orders {Er is een antwoord over order {document}} shipments {Er is een antwoord over zending {document}} profile {Er is een antwoord op uw aanvraag {document}} other {Er is een antwoord over factuur {document}}}.',
  'notice.messages.answered.many': 'Er {count, plural, one {is # antwoord} other {zijn # antwoorden}} voor u.',
  'notice.security.newDevice': 'Aanmelding op een nieuw apparaat',
  'notice.security.newDevice.one':
    'Iemand heeft zich met uw gegevens aangemeld{device, select, none {} other { ({device})}}. Was u het niet, beëindig dan die sessie en kies een nieuw wachtwoord.',
  'notice.security.password': 'Wachtwoord gewijzigd',
  'notice.security.password.one': 'Was u het niet, kies dan meteen een nieuw wachtwoord.',
  'notice.security.secondFactor': 'Aanmelding gewijzigd',
  'notice.security.secondFactor.one':
    'De manier waarop u zich aanmeldt is gewijzigd. Was u het niet, controleer dan uw aanmeldmethoden en kies een nieuw wachtwoord.',
  'notice.security.mailRefused': 'E-mails bereiken u niet',
  'notice.security.mailRefused.one':
    'De mailserver van uw adres weigert onze e-mails; we sturen er daarom geen meer. Wat er gebeurt, leest u hier.',
  'notice.document': '{reference, select, none {{number}} other {{number} ({reference})}}',
}
