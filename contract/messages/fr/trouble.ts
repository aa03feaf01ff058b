import type { Translated } from '../../message.ts'
import type { trouble as english } from '../en/trouble.ts'

export const trouble: Translated<typeof english> = {
  'action.reload': 'Recharger la page',
  'state.offline.title': 'Vous êtes hors ligne',
  'state.offline.text': 'Cette page se chargera d’elle-même dès que la connexion sera rétablie.',
  'error.title': 'Erreur inattendue de l’application !',
  'error.text':
    'Un problème est survenu sur cette page. Vos documents sont en sécurité. Rechargez la page pour continuer.',
  'error.chunk.title': 'Cette partie du portail n’a pas pu être chargée',
  'error.chunk.text':
    'La connexion a été interrompue ou le portail a été mis à jour. Rechargez la page pour continuer.',
}
