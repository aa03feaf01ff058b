import type { Translated } from '../../message.ts'
import type { find as english } from '../en/find.ts'

export const find: Translated<typeof english> = {
  'suggest.list': 'Suggestions',
  'suggest.recent': 'Recherches récentes',
  'suggest.forget': 'Oublier ces recherches',
  'suggest.all': 'Tous les résultats pour « {text} »',
  'suggest.nothing': 'Aucun document ne contient « {text} ».',
  'suggest.failed': 'Les suggestions n’ont pas pu être chargées. Appuyez sur Entrée pour rechercher.',
  'suggest.count':
    '{count, plural, =0 {Aucune suggestion} one {# suggestion} many {# de suggestions} other {# suggestions}}',
  'matched.number': 'Numéro',
  'matched.customerReference': 'Votre référence',
  'matched.sku': 'Article',
  'matched.customerSku': 'Votre article',
  'matched.gtin': 'GTIN',
  'matched.name': 'Désignation',
  'matched.trackingNumbers': 'Numéro de suivi',
  'matched.serials': 'Numéro de série',
  'matched.lots': 'Lot',
  'matched.sscc': 'Colis (SSCC)',
  'matched.carrier': 'Transporteur',
  'matched.project': 'Projet',
  'matched.note': 'Remarque',
  'matched.billTo': 'Adresse de facturation',
  'matched.shipTo': 'Adresse de livraison',
  'matched.gross': 'Montant',
  'matched.net': 'Montant HT',
  'matched.open': 'Montant restant dû',
  'matched.waybill': 'Lettre de transport',
  'matched.shipFrom': 'Adresse d’expédition',
}
