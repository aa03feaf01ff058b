import type { Translated } from '../../message.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translated<typeof english> = {
  'shell.skip': 'Naar de inhoud',
  'shell.menu': 'Hoofdmenu',
  'shell.menu.open': 'Menu openen',
  'shell.menu.collapse': 'Menu inklappen',
  'shell.menu.expand': 'Menu uitklappen',
  'menu.dashboard': 'Dashboard',
  'menu.documents': 'Documenten',
  'menu.quotes': 'Aanvragen / Offertes',
  'menu.quotes.short': 'Offertes',
  'menu.orders': 'Orders',
  'menu.shipments': 'Zendingen',
  'menu.invoices': 'Facturen',
  'menu.extras': 'Extra’s',
  'menu.itemTracker': 'Artikelen volgen',
  'menu.support': 'Hulp',
  'menu.profile': 'Profiel',
  'menu.faq': 'Veelgestelde vragen',
  'header.search': 'Alle documenten doorzoeken',
  'header.search.submit': 'Zoeken',
  'header.links': 'Links',
  'header.user': 'Uw account:',
  'header.signOut': 'Afmelden',
  'header.accounts': 'Van account wisselen',
  'customizer.open': 'Weergave wijzigen',
}
