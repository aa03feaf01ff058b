import type { Translated } from '../../message.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translated<typeof english> = {
  'shell.skip': 'Aller au contenu',
  'shell.menu': 'Menu principal',
  'shell.menu.open': 'Ouvrir le menu',
  'shell.menu.collapse': 'Réduire le menu',
  'shell.menu.expand': 'Déployer le menu',
  'menu.dashboard': 'Tableau de bord',
  'menu.documents': 'Documents',
  'menu.quotes': 'Demandes / Devis',
  'menu.quotes.short': 'Devis',
  'menu.orders': 'Commandes',
  'menu.shipments': 'Expéditions',
  'menu.invoices': 'Factures',
  'menu.extras': 'Extras',
  'menu.itemTracker': 'Suivi d’articles',
  'menu.support': 'Assistance',
  'menu.profile': 'Profil',
  'menu.faq': 'FAQ',
  'header.search': 'Rechercher dans tous les documents',
  'header.search.submit': 'Rechercher',
  'header.links': 'Liens',
  'header.user': 'Votre compte :',
  'header.signOut': 'Se déconnecter',
  'header.accounts': 'Changer de compte',
  'customizer.open': 'Modifier l’apparence',
}
