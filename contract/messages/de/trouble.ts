import type { Translated } from '../../message.ts'
import type { trouble as english } from '../en/trouble.ts'

export const trouble: Translated<typeof english> = {
  'action.reload': 'Seite neu laden',
  'state.offline.title': 'Sie sind offline',
  'state.offline.text': 'Diese Seite wird von selbst geladen, sobald die Verbindung wieder da ist.',
  'error.title': 'Unerwarteter Anwendungsfehler!',
  'error.text':
    'Auf dieser Seite ist etwas schiefgegangen. Ihre Belege sind sicher. Laden Sie die Seite neu, um fortzufahren.',
  'error.chunk.title': 'Dieser Teil des Portals konnte nicht geladen werden',
  'error.chunk.text':
    'Die Verbindung ist abgebrochen, oder das Portal wurde aktualisiert. Laden Sie die Seite neu, um fortzufahren.',
}
