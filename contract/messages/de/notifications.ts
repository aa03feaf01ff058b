import type { Translated } from '../../message.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translated<typeof english> = {
  'notifications.none': 'Keine Benachrichtigungen',
  'notifications.clear': '„{title}“ entfernen',
  'notifications.clearAll': 'Alle entfernen',
  'notifications.all': 'Alle ansehen',
  'notifications.unseen': 'Neu:',
  'notifications.newTab': '(öffnet in neuem Tab)',
  'notifications.history': 'Alles, was geschah',
  'notifications.history.text': 'Was unter der Glocke entfernt wurde, bleibt hier erhalten.',
  'notifications.filter.all': 'Alle',
  'notifications.filter.unread': 'Noch nicht geöffnet',
  'notifications.filters': 'Benachrichtigungen eingrenzen',
  'notifications.empty': 'Noch ist nichts geschehen',
  'notifications.empty.text':
    'Sie erfahren hier, wenn ein Angebot kommt, ein Auftrag bestätigt wird oder sein Termin sich verschiebt, eine Lieferung abgeht oder ankommt und wenn eine Rechnung ausgestellt wird.',
  'notifications.empty.filtered': 'Nichts dergleichen ist geschehen',
  'notifications.empty.showAll': 'Alle anzeigen',
  'notifications.more': 'Frühere anzeigen',
  'notifications.loadingMore': 'Wird geladen',
  'notifications.views': 'Ansichten',
  'notifications.settings': 'Wie Sie benachrichtigt werden',
}
