import type { SummerTime } from './calendar.ts'

/** A place on a shipment's route, as a tracking event names it. */
export type EventLocation = { name: string; city: string; country: string; unlocode: string; lat: number; lon: number }
export type TransitLocation = EventLocation & { hours: number; summer: SummerTime }

const parseLocation = (row: string): TransitLocation => {
  const [unlocode = '', city = '', name = '', lat, lon, hours, summer] = row.split('|')
  return {
    name,
    city,
    country: unlocode.slice(0, 2),
    unlocode,
    lat: Number(lat),
    lon: Number(lon),
    hours: Number(hours),
    summer: summer as SummerTime,
  }
}

/** The supplier's warehouse, where every journey starts. */
export const warehouse = parseLocation('DEBRE|Bremen|Varnholt central warehouse|53.0793|8.8017|1|eu')

const locationRows = `
DEHAJ|Hannover|Hannover hub|52.3759|9.732|1|eu
DEKSF|Kassel|Kassel hub|51.3127|9.4797|1|eu
DEHAM|Hamburg|Hamburg hub|53.5511|9.9937|1|eu
DESTR|Stuttgart|Stuttgart depot|48.7758|9.1829|1|eu
DENUE|Nürnberg|Nürnberg depot|49.4521|11.0767|1|eu
DELEJ|Leipzig|Leipzig air hub|51.4239|12.2364|1|eu
FRLIO|Lyon|Agence de Lyon|45.764|4.8357|1|eu
FRCDG|Roissy|Roissy hub|49.0097|2.5479|1|eu
FRNTE|Nantes|Agence de Nantes|47.2184|-1.5536|1|eu
NLUTC|Utrecht|Sorteercentrum Utrecht|52.0907|5.1214|1|eu
NLEIN|Eindhoven|Depot Eindhoven|51.4416|5.4697|1|eu
BELGG|Liège|Liège hub|50.6326|5.5797|1|eu
SEMMA|Malmö|Malmö terminal|55.605|13.0038|1|eu
SEGOT|Göteborg|Göteborg terminal|57.7089|11.9746|1|eu
DKAAR|Aarhus|Aarhus terminal|56.1629|10.2039|1|eu
NOOSL|Oslo|Alnabru terminal|59.9262|10.8363|1|eu
FITMP|Tampere|Tampereen terminaali|61.4978|23.761|2|eu
GBBHM|Birmingham|Birmingham depot|52.4862|-1.8904|0|eu
GBEMA|Castle Donington|East Midlands hub|52.8311|-1.3278|0|eu
PLPOZ|Poznań|Sortownia Poznań|52.4064|16.9252|1|eu
PLKTW|Katowice|Sortownia Katowice|50.2649|19.0238|1|eu
CZPRG|Praha|Depo Praha|50.0755|14.4378|1|eu
ATVIE|Wien|Wien hub|48.2082|16.3738|1|eu
CHZRH|Zürich|Zürich depot|47.3769|8.5417|1|eu
ITBLQ|Bologna|Filiale di Bologna|44.4949|11.3426|1|eu
ESZAZ|Zaragoza|Plataforma Zaragoza|41.6488|-0.8891|1|eu
AEDXB|Dubai|Dubai cargo village|25.2532|55.3657|4|none
SARUH|Riyadh|Riyadh dry port|24.6877|46.7219|3|none
JPNRT|Narita|Narita cargo centre|35.772|140.3929|9|none
JPOSA|Osaka|Osaka depot|34.6937|135.5023|9|none
USORD|Chicago|O’Hare cargo|41.9742|-87.9073|-6|us
USCLT|Charlotte|Charlotte depot|35.2271|-80.8431|-5|us`

const locationsByCode = new Map(
  locationRows
    .trim()
    .split('\n')
    .map((row) => parseLocation(row))
    .map((location) => [location.unlocode, location]),
)

/** Returns a place by its UN/LOCODE. Throws RangeError for a place that the demo does not have. */
function locationAt(unlocode: string): TransitLocation {
  const location = locationsByCode.get(unlocode)
  if (!location) throw new RangeError(`The demo does not know the place ${unlocode}`)
  return location
}

/** How goods reach a country: through which hubs, in how many days, and whether through customs. */
export type Route = { via: readonly TransitLocation[]; days: readonly [low: number, high: number]; customs: boolean }

const route = (codes: string, low: number, high: number, customs: boolean): Route => ({
  via: codes.split(' ').map(locationAt),
  days: [low, high],
  customs,
})

const routes: Readonly<Record<string, readonly [Route, ...Route[]]>> = {
  DE: [route('DEHAJ DESTR', 1, 2, false), route('DEKSF DENUE', 1, 2, false), route('DEHAJ DEHAM', 1, 2, false)],
  FR: [route('DEKSF FRCDG FRLIO', 2, 4, false), route('DEHAJ FRCDG FRNTE', 2, 4, false)],
  NL: [route('DEHAJ NLUTC', 1, 2, false), route('DEHAJ NLEIN', 1, 3, false)],
  BE: [route('DEHAJ BELGG', 1, 3, false)],
  SE: [route('DEHAM SEMMA SEGOT', 3, 5, false)],
  DK: [route('DEHAM DKAAR', 2, 3, false)],
  NO: [route('DEHAM SEGOT NOOSL', 4, 6, true)],
  FI: [route('DEHAM SEMMA FITMP', 4, 6, false)],
  GB: [route('DEHAJ GBEMA GBBHM', 4, 6, true)],
  PL: [route('DEHAJ PLPOZ PLKTW', 2, 4, false)],
  CZ: [route('DELEJ CZPRG', 2, 3, false)],
  AT: [route('DENUE ATVIE', 2, 3, false)],
  CH: [route('DESTR CHZRH', 3, 4, true)],
  IT: [route('DENUE ITBLQ', 3, 5, false)],
  ES: [route('DEKSF FRLIO ESZAZ', 4, 6, false)],
  AE: [route('DELEJ AEDXB', 6, 9, true)],
  SA: [route('DELEJ AEDXB SARUH', 7, 11, true)],
  JP: [route('DELEJ JPNRT JPOSA', 7, 10, true)],
  US: [route('DELEJ USORD USCLT', 6, 10, true)],
}

/**
 * Returns the routes to a city, or to its country when none ends there. Throws RangeError for a country that the demo
 * does not deliver to.
 */
export function routesTo(country: string, city: string): readonly [Route, ...Route[]] {
  const countryRoutes = routes[country]
  if (!countryRoutes) throw new RangeError(`The demo delivers nothing to ${country}`)
  const [first, ...others] = countryRoutes.filter(({ via }) => via.at(-1)?.city === city)
  return first ? [first, ...others] : countryRoutes
}

/** Countries in the supplier's customs and tax union, besides its own. */
export const customsUnion: ReadonlySet<string> = new Set('FR NL BE SE DK FI PL CZ AT IT ES'.split(' '))
