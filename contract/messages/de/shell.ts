import type { Translated } from '../../message.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translated<typeof english> = {
  'shell.skip': 'Zum Inhalt springen',
  'shell.menu': 'Hauptmenü',
  'shell.menu.open': 'Menü öffnen',
  'shell.menu.collapse': 'Menü einklappen',
  'shell.menu.expand': 'Menü ausklappen',
  'menu.dashboard': 'Übersicht',
  'menu.documents': 'Belege',
  'menu.quotes': 'Anfragen / Angebote',
  'menu.quotes.short': 'Angebote',
  'menu.orders': 'Aufträge',
  'menu.shipments': 'Lieferungen',
  'menu.invoices': 'Rechnungen',
  'menu.extras': 'Extras',
  'menu.itemTracker': 'Artikelverfolgung',
  'menu.support': 'Hilfe',
  'menu.profile': 'Profil',
  'menu.faq': 'FAQ',
  'header.search': 'Alle Belege durchsuchen',
  'header.search.submit': 'Suchen',
  'header.links': 'Links',
  'header.user': 'Ihr Konto:',
  'header.signOut': 'Abmelden',
  'header.accounts': 'Konto wechseln',
  'customizer.open': 'Darstellung ändern',
}
