import type { Translated } from '../../message.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translated<typeof english> = {
  'notifications.none': 'Aucune notification',
  'notifications.clear': 'Effacer « {title} »',
  'notifications.clearAll': 'Tout effacer',
  'notifications.all': 'Tout voir',
  'notifications.unseen': 'Nouveau :',
  'notifications.newTab': '(s’ouvre dans un nouvel onglet)',
  'notifications.history': 'Tout ce qui s’est passé',
  'notifications.history.text': 'Ce qui a été effacé sous la cloche est conservé ici.',
  'notifications.filter.all': 'Toutes',
  'notifications.filter.unread': 'Pas encore ouvertes',
  'notifications.filters': 'Filtrer les notifications',
  'notifications.empty': 'Rien ne s’est encore passé',
  'notifications.empty.text':
    'Vous êtes averti ici quand un devis arrive, qu’une commande est confirmée ou que sa date change, qu’une expédition part ou arrive, et quand une facture est émise.',
  'notifications.empty.filtered': 'Rien de tel ne s’est passé',
  'notifications.empty.showAll': 'Tout afficher',
  'notifications.more': 'Afficher les précédentes',
  'notifications.loadingMore': 'Chargement',
  'notifications.views': 'Affichages',
  'notifications.settings': 'Comment vous êtes informé',
}
