import type { Translated } from '../../message.ts'
import type { trouble as english } from '../en/trouble.ts'

export const trouble: Translated<typeof english> = {
  'action.reload': 'Recargar la página',
  'state.offline.title': 'No tiene conexión',
  'state.offline.text': 'Esta página se cargará sola cuando vuelva la conexión.',
  'error.title': '¡Error inesperado de la aplicación!',
  'error.text': 'Algo ha fallado en esta página. Sus documentos están a salvo. Recargue la página para continuar.',
  'error.chunk.title': 'No se ha podido cargar esta parte del portal',
  'error.chunk.text':
    'Se ha interrumpido la conexión o se ha actualizado el portal. Recargue la página para continuar.',
}
