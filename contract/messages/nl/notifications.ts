import type { Translated } from '../../message.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translated<typeof english> = {
  'notifications.none': 'Geen meldingen',
  'notifications.clear': '“{title}” wissen',
  'notifications.clearAll': 'Alles wissen',
  'notifications.all': 'Alles bekijken',
  'notifications.unseen': 'Nieuw:',
  'notifications.newTab': '(opent in een nieuw tabblad)',
  'notifications.history': 'Alles wat er gebeurde',
  'notifications.history.text': 'Wat onder de bel is gewist, blijft hier bewaard.',
  'notifications.filter.all': 'Alle',
  'notifications.filter.unread': 'Nog niet geopend',
  'notifications.filters': 'Meldingen filteren',
  'notifications.empty': 'Er is nog niets gebeurd',
  'notifications.empty.text':
    'U leest het hier als er een offerte komt, een order wordt bevestigd of verschuift, een zending vertrekt of aankomt, en als er een factuur wordt opgemaakt.',
  'notifications.empty.filtered': 'Niets van dien aard is gebeurd',
  'notifications.empty.showAll': 'Alles tonen',
  'notifications.more': 'Eerdere tonen',
  'notifications.loadingMore': 'Laden',
  'notifications.views': 'Weergaven',
  'notifications.settings': 'Hoe u bericht krijgt',
}
