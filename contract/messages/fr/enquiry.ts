import type { Translated } from '../../message.ts'
import type { enquiry as english } from '../en/enquiry.ts'

export const enquiry: Translated<typeof english> = {
  'enquiry.text':
    'Dites à votre fournisseur ce dont vous avez besoin. Vous recevrez un devis ; rien n’est encore commandé.',
  'enquiry.items': 'Ce dont vous avez besoin',
  'enquiry.sku': 'Référence article',
  'enquiry.description': 'Description',
  'enquiry.quantity': 'Quantité',
  'enquiry.unit': 'Unité',
  'enquiry.row': '{label}, ligne {place}',
  'enquiry.add': 'Ajouter une ligne',
  'enquiry.remove': 'Supprimer la ligne {place}',
  'enquiry.paste': 'Vous pouvez coller des lignes d’un tableur : référence, description, quantité, unité.',
  'enquiry.pasted': '{count, plural, one {# ligne collée} other {# lignes collées}}',
  'enquiry.missing.item': 'Indiquez une référence ou une description.',
  'enquiry.missing.quantity': 'Indiquez une quantité comme 12 ou 2,5.',
  'enquiry.missing.all': 'Indiquez au moins un article.',
  'enquiry.send': 'Envoyer la demande',
  'enquiry.sent': 'La demande {number} est chez votre fournisseur',
}
