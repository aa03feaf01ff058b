import type { Translated } from '../../message.ts'
import type { enquiry as english } from '../en/enquiry.ts'

export const enquiry: Translated<typeof english> = {
  'enquiry.text': 'Laat uw leverancier weten wat u nodig hebt. U krijgt een offerte; er wordt nog niets besteld.',
  'enquiry.items': 'Wat u nodig hebt',
  'enquiry.sku': 'Artikelnummer',
  'enquiry.description': 'Omschrijving',
  'enquiry.quantity': 'Aantal',
  'enquiry.unit': 'Eenheid',
  'enquiry.row': '{label}, rij {place}',
  'enquiry.add': 'Rij toevoegen',
  'enquiry.remove': 'Rij {place} verwijderen',
  'enquiry.paste': 'U kunt rijen uit een rekenblad plakken: artikelnummer, omschrijving, aantal, eenheid.',
  'enquiry.pasted': '{count, plural, one {# rij geplakt} other {# rijen geplakt}}',
  'enquiry.missing.item': 'Geef een artikelnummer of een omschrijving.',
  'enquiry.missing.quantity': 'Geef een aantal zoals 12 of 2,5.',
  'enquiry.missing.all': 'Noem minstens één artikel.',
  'enquiry.send': 'Aanvraag versturen',
  'enquiry.sent': 'Aanvraag {number} ligt bij uw leverancier',
}
