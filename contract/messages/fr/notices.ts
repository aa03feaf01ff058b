import type { Translated } from '../../message.ts'
import type { notices as english } from '../en/notices.ts'

export const notices: Translated<typeof english> = {
  'notice.quotes.received': 'Nouveau devis',
  'notice.quotes.received.one': 'Le devis {document} vous attend.',
  'notice.quotes.received.many':
    '{count, plural, one {# nouveau devis vous attend} other {# nouveaux devis vous attendent}}.',
  'notice.quotes.revised': 'Devis révisé',
  'notice.quotes.revised.one': 'Le devis {document} a été modifié.',
  'notice.quotes.revised.many': '{count, plural, one {# devis a été révisé} other {# devis ont été révisés}}.',
  'notice.quotes.answered': 'Réponse au devis',
  'notice.quotes.answered.one':
    'Le devis {document} a été {status, select, accepted {accepté} ordered {commandé} rejected {refusé} other {retiré}}.',
  'notice.quotes.answered.many':
    '{count, plural, one {# devis a reçu une réponse} other {# devis ont reçu une réponse}}.',
  'notice.quotes.expiring': 'Devis bientôt expiré',
  'notice.quotes.expiring.one': 'Le devis {document} n’est valable que jusqu’au {to}.',
  'notice.quotes.expiring.many': '{count, plural, one {# devis expire} other {# devis expirent}} bientôt.',
  'notice.quotes.expired': 'Devis expiré',
  'notice.quotes.expired.one': 'Le devis {document} était valable jusqu’au {to}.',
  'notice.quotes.expired.many': '{count, plural, one {# devis a expiré} other {# devis ont expiré}}.',
  'notice.orders.confirmed': 'Commande confirmée',
  'notice.orders.confirmed.one': 'La commande {document} est confirmée.',
  'notice.orders.confirmed.many':
    '{count, plural, one {# commande est confirmée} other {# commandes sont confirmées}}.',
  'notice.orders.changed': 'Commande modifiée',
  'notice.orders.changed.one': 'La commande {document} a été modifiée.',
  'notice.orders.changed.many':
    '{count, plural, one {# commande a été modifiée} other {# commandes ont été modifiées}}.',
  'notice.orders.dateChanged': 'Date de livraison modifiée',
  'notice.orders.dateChanged.one':
    '{to, select, none {Les dates de livraison de la commande {document} ont changé} other {La commande {document} est à présent prévue le {to} au lieu du {from}}}.',
  'notice.orders.dateChanged.many':
    'La date de livraison de {count, plural, one {# commande} other {# commandes}} a changé.',
  'notice.orders.onHold': 'Commande en attente',
  'notice.orders.onHold.one': 'La commande {document} est en attente{reason, select, none {} other { : {reason}}}.',
  'notice.orders.onHold.many': '{count, plural, one {# commande est} other {# commandes sont}} en attente.',
  'notice.orders.cancelled': 'Commande annulée',
  'notice.orders.cancelled.one': 'La commande {document} a été {status, select, rejected {refusée} other {annulée}}.',
  'notice.orders.cancelled.many':
    '{count, plural, one {# commande a été annulée} other {# commandes ont été annulées}}.',
  'notice.orders.completed': 'Commande terminée',
  'notice.orders.completed.one': 'La commande {document} est terminée.',
  'notice.orders.completed.many': '{count, plural, one {# commande est terminée} other {# commandes sont terminées}}.',
  'notice.shipments.despatched': 'Expédition en route',
  'notice.shipments.despatched.one': 'L’expédition {document} est en route.',
  'notice.shipments.despatched.many': '{count, plural, one {# expédition est} other {# expéditions sont}} en route.',
  'notice.shipments.estimateChanged': 'Arrivée modifiée',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {L’arrivée de l’expédition {document} a changé} other {L’expédition {document} est à présent prévue le {to} au lieu du {from}}}.',
  'notice.shipments.estimateChanged.many':
    'L’arrivée prévue de {count, plural, one {# expédition} other {# expéditions}} a changé.',
  'notice.shipments.exception': 'Expédition retardée',
  'notice.shipments.exception.one':
    'L’expédition {document} {status, select, customs {est en douane} ready_for_pickup {attend d’être retirée} partially_delivered {a été partiellement livrée} other {est retardée}}.',
  'notice.shipments.exception.many': '{count, plural, one {# expédition est} other {# expéditions sont}} à vérifier.',
  'notice.shipments.outForDelivery': 'En cours de livraison',
  'notice.shipments.outForDelivery.one': 'L’expédition {document} arrive aujourd’hui.',
  'notice.shipments.outForDelivery.many':
    '{count, plural, one {# expédition arrive} other {# expéditions arrivent}} aujourd’hui.',
  'notice.shipments.delivered': 'Livrée',
  'notice.shipments.delivered.one': 'L’expédition {document} a été livrée.',
  'notice.shipments.delivered.many':
    '{count, plural, one {# expédition a été livrée} other {# expéditions ont été livrées}}.',
  'notice.shipments.failed': 'Échec de la livraison',
  'notice.shipments.failed.one':
    'L’expédition {document} {status, select, lost_or_damaged {est perdue ou endommagée} returned {a été retournée} cancelled {a été annulée} other {n’a pas pu être livrée}}.',
  'notice.shipments.failed.many':
    '{count, plural, one {# expédition n’a pas pu être livrée} other {# expéditions n’ont pas pu être livrées}}.',
  'notice.shipments.late': 'Expédition en retard',
  'notice.shipments.late.one':
    '{to, select, none {L’expédition {document} aurait dû arriver le {from}} other {L’expédition {document} est en retard : attendue le {to} au lieu du {from}}}.',
  'notice.shipments.late.many': '{count, plural, one {# expédition est} other {# expéditions sont}} en retard.',
  'notice.invoices.issued': 'Nouvelle facture',
  'notice.invoices.issued.one': 'La facture {document} est arrivée.',
  'notice.invoices.issued.many':
    '{count, plural, one {# nouvelle facture est arrivée} other {# nouvelles factures sont arrivées}}.',
  'notice.invoices.dueSoon': 'Facture bientôt échue',
  'notice.invoices.dueSoon.one': 'La facture {document} arrive à échéance le {to}.',
  'notice.invoices.dueSoon.many':
    '{count, plural, one {# facture arrive} other {# factures arrivent}} bientôt à échéance.',
  'notice.invoices.overdue': 'Facture en retard',
  'notice.invoices.overdue.one': 'La facture {document} était à régler le {to}.',
  'notice.invoices.overdue.many': '{count, plural, one {# facture est} other {# factures sont}} en retard de paiement.',
  'notice.invoices.paid': 'Facture payée',
  'notice.invoices.paid.one': 'La facture {document} est payée.',
  'notice.invoices.paid.many': '{count, plural, one {# facture est payée} other {# factures sont payées}}.',
  'notice.invoices.credited': 'Avoir',
  'notice.invoices.credited.one':
    '{status, select, credited {La facture {document} a été créditée} other {L’avoir {document} est arrivé}}.',
  'notice.invoices.credited.many': '{count, plural, one {# avoir est arrivé} other {# avoirs sont arrivés}}.',
  'notice.messages.answered': 'Réponse de votre fournisseur',
  'notice.messages.answered.one':
    '{type, select, quotes {Il y a une réponse au sujet du devis {document}} orders {Il y a une réponse au sujet de la commande {document}} shipments {Il y a une réponse au sujet de l’expédition {document}} profile {Il y a une réponse à votre demande de devis {document}} other {Il y a une réponse au sujet de la facture {document}}}.',
  'notice.messages.answered.many': '{count, plural, one {# réponse vous attend} other {# réponses vous attendent}}.',
  'notice.security.newDevice': 'Connexion depuis un nouvel appareil',
  'notice.security.newDevice.one':
    'Quelqu’un s’est connecté avec vos identifiants{device, select, none {} other { ({device})}}. Si ce n’était pas vous, mettez fin à cette session et choisissez un nouveau mot de passe.',
  'notice.security.password': 'Mot de passe modifié',
  'notice.security.password.one': 'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe.',
  'notice.security.secondFactor': 'Connexion modifiée',
  'notice.security.secondFactor.one':
    'Votre mode de connexion a été modifié. Si ce n’était pas vous, vérifiez vos modes de connexion et choisissez un nouveau mot de passe.',
  'notice.security.mailRefused': 'Les e-mails ne vous parviennent pas',
  'notice.security.mailRefused.one':
    'Le serveur de messagerie de votre adresse refuse nos e-mails ; nous avons cessé d’en envoyer. Ce qui se passe vous est signalé ici.',
  'notice.document': '{reference, select, none {{number}} other {{number} ({reference})}}',
}
