import type { Translated } from '../../message.ts'
import type { enquiry as english } from '../en/enquiry.ts'

export const enquiry: Translated<typeof english> = {
  'enquiry.text':
    'Sagen Sie Ihrem Lieferanten, was Sie brauchen. Sie erhalten ein Angebot; bestellt ist damit noch nichts.',
  'enquiry.items': 'Was Sie brauchen',
  'enquiry.sku': 'Artikelnummer',
  'enquiry.description': 'Beschreibung',
  'enquiry.quantity': 'Menge',
  'enquiry.unit': 'Einheit',
  'enquiry.row': '{label}, Zeile {place}',
  'enquiry.add': 'Zeile hinzufügen',
  'enquiry.remove': 'Zeile {place} entfernen',
  'enquiry.paste': 'Sie können Zeilen aus einer Tabelle einfügen: Artikelnummer, Beschreibung, Menge, Einheit.',
  'enquiry.pasted': '{count, plural, one {# Zeile eingefügt} other {# Zeilen eingefügt}}',
  'enquiry.missing.item': 'Nennen Sie eine Artikelnummer oder eine Beschreibung.',
  'enquiry.missing.quantity': 'Nennen Sie eine Menge wie 12 oder 2,5.',
  'enquiry.missing.all': 'Nennen Sie mindestens einen Artikel.',
  'enquiry.send': 'Anfrage senden',
  'enquiry.sent': 'Anfrage {number} ist bei Ihrem Lieferanten',
}
