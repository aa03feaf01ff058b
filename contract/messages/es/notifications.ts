import type { Translated } from '../../message.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translated<typeof english> = {
  'notifications.none': 'No hay notificaciones',
  'notifications.clear': 'Quitar «{title}»',
  'notifications.clearAll': 'Quitar todas',
  'notifications.all': 'Ver todas',
  'notifications.unseen': 'Nueva:',
  'notifications.newTab': '(se abre en una pestaña nueva)',
  'notifications.history': 'Todo lo que ocurrió',
  'notifications.history.text': 'Lo que se quitó de la campana se conserva aquí.',
  'notifications.filter.all': 'Todas',
  'notifications.filter.unread': 'Aún sin abrir',
  'notifications.filters': 'Filtrar las notificaciones',
  'notifications.empty': 'Aún no ha ocurrido nada',
  'notifications.empty.text':
    'Aquí se le avisa cuando llega un presupuesto, se confirma un pedido o cambia su fecha, sale o llega un envío y cuando se emite una factura.',
  'notifications.empty.filtered': 'No ha ocurrido nada parecido',
  'notifications.empty.showAll': 'Mostrar todas',
  'notifications.more': 'Mostrar anteriores',
  'notifications.loadingMore': 'Cargando',
  'notifications.views': 'Vistas',
  'notifications.settings': 'Cómo se le avisa',
}
