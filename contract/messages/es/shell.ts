import type { Translated } from '../../message.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translated<typeof english> = {
  'shell.skip': 'Ir al contenido',
  'shell.menu': 'Menú principal',
  'shell.menu.open': 'Abrir el menú',
  'shell.menu.collapse': 'Contraer el menú',
  'shell.menu.expand': 'Expandir el menú',
  'menu.dashboard': 'Panel',
  'menu.documents': 'Documentos',
  'menu.quotes': 'Consultas / Presupuestos',
  'menu.quotes.short': 'Presupuestos',
  'menu.orders': 'Pedidos',
  'menu.shipments': 'Envíos',
  'menu.invoices': 'Facturas',
  'menu.extras': 'Extras',
  'menu.itemTracker': 'Seguimiento de artículos',
  'menu.support': 'Ayuda',
  'menu.profile': 'Perfil',
  'menu.faq': 'Preguntas frecuentes',
  'header.search': 'Buscar en todos los documentos',
  'header.search.submit': 'Buscar',
  'header.links': 'Enlaces',
  'header.user': 'Su cuenta:',
  'header.signOut': 'Cerrar sesión',
  'header.accounts': 'Cambiar de cuenta',
  'customizer.open': 'Cambiar la apariencia',
}
