import type { Translated } from '../../message.ts'
import type { trouble as english } from '../en/trouble.ts'

export const trouble: Translated<typeof english> = {
  'action.reload': 'Pagina opnieuw laden',
  'state.offline.title': 'U bent offline',
  'state.offline.text': 'Deze pagina wordt vanzelf geladen zodra de verbinding er weer is.',
  'error.title': 'Onverwachte fout in de toepassing!',
  'error.text': 'Er ging iets mis op deze pagina. Uw documenten zijn veilig. Laad de pagina opnieuw om verder te gaan.',
  'error.chunk.title': 'Dit deel van het portaal kon niet worden geladen',
  'error.chunk.text':
    'De verbinding is verbroken of het portaal is bijgewerkt. Laad de pagina opnieuw om verder te gaan.',
}
