/**
 * Patterns for the beginning of carriers' names, each with the carrier's tracking URL, to which the number is added.
 */
const carriers: readonly (readonly [names: RegExp, url: string])[] = [
  [/^dhl freight/, 'https://www.dhl.com/global-en/home/tracking/tracking-freight.html?submit=1&tracking-id='],
  [/^dhl/, 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id='],
  [/^ups\b|^united parcel/, 'https://www.ups.com/track?tracknum='],
  [/^fedex|^federal express/, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^usps\b|^united states postal/, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/^tnt\b/, 'https://www.tnt.com/express/en_gc/site/shipping-tools/tracking.html?searchType=con&cons='],
  [/^gls\b/, 'https://gls-group.com/track/'],
  [/^dpd\b/, 'https://www.dpdgroup.com/be/mydpd/my-parcels/search?lang=en&parcelNumber='],
  [/^royal mail/, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [/^postnl/, 'https://jouw.postnl.nl/track-and-trace/'],
  [/^bpost/, 'https://track.bpost.cloud/btr/web/#/search?lang=en&itemCode='],
  [/^la poste|^colissimo/, 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  [/^chronopost/, 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT='],
  [/^(österreichische|austrian) post/, 'https://www.post.at/sv/sendungsdetails?snr='],
  [/^(schweizerische|swiss) post/, 'https://service.post.ch/ekp-web/ui/entry/search/'],
  [/^postnord/, 'https://tracking.postnord.com/en/tracking?id='],
  [/^bring\b/, 'https://tracking.bring.com/tracking/'],
  [/^correos/, 'https://www.correos.es/es/en/tools/tracker/items/details?tracking-number='],
  [/^inpost/, 'https://inpost.pl/en/find-parcel?number='],
  [/^canada post/, 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
  [/^australia post|^auspost/, 'https://auspost.com.au/mypost/track/#/details/'],
  [/^aramex/, 'https://www.aramex.com/track/results?ShipmentNumber='],
  [/^maersk|^mærsk/, 'https://www.maersk.com/tracking/'],
  [/^hapag/, 'https://www.hapag-lloyd.com/en/online-business/track/track-by-booking-solution.html?blno='],
]

/** Returns the URL of the carrier's tracking page for a number; null when the carrier is not known. */
export function trackingPageUrl(carrier: string | null, number: string): string | null {
  const name = (carrier ?? '').normalize('NFC').trim().toLowerCase()
  const trackingNumber = number.replace(/\s/g, '')
  const url = name === '' || trackingNumber === '' ? undefined : carriers.find(([names]) => names.test(name))?.[1]
  return url === undefined ? null : url + encodeURIComponent(trackingNumber)
}
