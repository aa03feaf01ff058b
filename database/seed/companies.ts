import type { IngestParty } from '#contract/ingest/values.ts'
import { type Random, randomFrom } from './random.ts'

/** A customer company of the demo. */
export type Company = {
  /** The account's number in the supplier's ERP. */
  number: string
  name: string
  currency: string
  country: string
  billTo: IngestParty
  shipTo: readonly [IngestParty, ...IngestParty[]]
  buyer: { name: string; email: string; phone: string }
}

const createParty = (
  name: string,
  street: string,
  postalCode: string,
  city: string,
  country: string,
  contact?: string,
) => {
  const party: IngestParty = { name, lines: [street], city, postalCode, country }
  if (contact) party.contact = contact
  return party
}

/** Number, name, currency, country, street, postal code, city, buyer, host; then street, code and city of a plant. */
const namedRows = `
C-10001|Hellström & Brøgger Deutschland GmbH|EUR|DE|Große Elbstraße 42|22767|Hamburg|Åsa Lindqvist|hellstrom-brogger|Süderstraße 180|20537|Hamburg
C-10002|Hellström & Brøgger Norge AS|SEK|NO|Fjordgløttveien 14|0251|Oslo|Åsa Lindqvist|hellstrom-brogger|Verkstedveien 3|1402|Ski
C-10003|Zevenbergen Waterbouw B.V.|EUR|NL|IJsseldijk 7|3401 RB|IJsselstein|Fleur van den Oever|zevenbergen-waterbouw|Kade 21|4201 TX|Gorinchem
C-10004|Ateliers Mécaniques Lefèvre-Béraud SAS|EUR|FR|12 rue de l’Écluse|69007|Lyon|Hélène Béraud|lefevre-beraud|Zone industrielle des Chênes|38090|Villefontaine
C-10005|Förderanlagen Übelhör GmbH & Co. KG|EUR|DE|Königstraße 88|90402|Nürnberg|Günther Übelhör|uebelhoer|Gewerbepark Süd 5|91126|Schwabach
C-10006|شركة الواحة للمعدات الصناعية|USD|AE|شارع الخيل ١٢|00000|دبي|ليلى الحمادي|alwaha-equipment|المنطقة الصناعية ٣|00000|الشارقة
C-10007|Brightwater Pumps & Process Ltd|GBP|GB|3 Foundry Lane|B12 0TR|Birmingham|Siobhán O’Rourke|brightwater-pumps|Unit 9, Canal Works|DY1 4RH|Dudley
C-10008|Tsukimori Seiki K.K.|JPY|JP|2-14-6 Nishi-Honmachi|550-0005|Osaka|Tanaka Yūko|tsukimori-seiki|5-3 Minato-machi|592-8332|Sakai
C-10009|Piney Ridge Conveyor Corp.|USD|US|4100 Commerce Drive|28273|Charlotte|Marcus Whitfield|pineyridge|77 Mill Road|29708|Fort Mill
C-10010|Zakłady Mechaniczne Śliwiński Sp. z o.o.|EUR|PL|ul. Łąkowa 19|40-065|Katowice|Małgorzata Śliwińska|sliwinski-zm|ul. Hutnicza 2|41-506|Chorzów
C-10011|Fjellvik Verft AS|EUR|NO|Skøyenveien 5|0275|Oslo|Bjørn Ødegård|fjellvik-verft|Kaigata 11|3187|Horten
C-10012|Rautasuo Konepaja Oy|EUR|FI|Hämeenkatu 30|33200|Tampere|Päivi Hämäläinen|rautasuo|Teollisuustie 8|37150|Nokia
C-10013|مصنع وادي النخيل للأغذية|USD|SA|طريق الملك فهد ٤٤٠|12211|الرياض|عبد الله القحطاني|wadi-alnakheel|المدينة الصناعية الثانية|14331|الرياض
`
  .trim()
  .split('\n')
  .map((row) => row.split('|'))

const streets: Readonly<Record<string, readonly [pattern: string, names: string, code: string]>> = {
  DE: ['{name} {n}', 'Industriestraße Mühlenweg Gießereistraße Am_Güterbahnhof Dieselring', '5'],
  FR: ['{n} {name}', 'rue_de_la_Forge avenue_Général-Leclerc chemin_des_Prés rue_Émile-Zola', '5'],
  NL: ['{name} {n}', 'Havenstraat Nijverheidsweg Handelskade Ambachtsstraat', '4'],
  BE: ['{name} {n}', 'Vaartkaai Rue_du_Moulin Industrielaan', '4'],
  SE: ['{name} {n}', 'Järnvägsgatan Smedjegatan Östra_Hamngatan', '5'],
  DK: ['{name} {n}', 'Søndergade Værftsvej Åboulevarden', '4'],
  PL: ['ul. {name} {n}', 'Przemysłowa Stalowa Żwirowa', '5'],
  CZ: ['{name} {n}', 'Průmyslová Strojírenská U_Nádraží', '5'],
  AT: ['{name} {n}', 'Schloßhofer_Straße Donaulände Hüttenweg', '4'],
  CH: ['{name} {n}', 'Zürcherstrasse Werkstrasse Mühlegasse', '4'],
  IT: ['via {name} {n}', 'dell’Artigiano Guglielmo_Marconi della_Libertà', '5'],
  ES: ['calle {name} {n}', 'del_Hierro Cataluña José_Ortega', '5'],
  FI: ['{name} {n}', 'Teollisuuskatu Pääskylänkatu Sepänkatu', '5'],
  NO: ['{name} {n}', 'Sjøgata Industriveien Bryggeveien', '4'],
}

const trades: Readonly<Record<string, readonly [pattern: string, trades: string, names: string, cities: string]>> = {
  DE: [
    '{name} {trade} GmbH',
    'Maschinenbau Fördertechnik Hydraulik Anlagenbau Getriebebau Verpackungstechnik',
    'Köhler Grünwald Brückner Weißhaupt Schäfer Vogelsang Jäger Löffler Hübner Eßlinger',
    'Dortmund Köln Würzburg Saarbrücken Lübeck Gießen Görlitz',
  ],
  FR: [
    '{trade} {name} SARL',
    'Mécanique Hydraulique Usinage Chaudronnerie Transmissions',
    'Gérard Lemaître Bénard Françoise Côté Hébert Noël Crépin',
    'Orléans Besançon Béziers Saint-Étienne Angoulême',
  ],
  NL: [
    '{name} {trade} B.V.',
    'Machinebouw Techniek Aandrijvingen Scheepswerf',
    'Van_der_Meulen De_Groot Hoekstra Ruijters Dijkgraaf',
    'Zwolle Breda Groningen Heerenveen',
  ],
  BE: [
    '{name} {trade} NV',
    'Constructie Techniek Pompen',
    'Vandevelde Peeters D’Hondt Lambrechts',
    'Gent Liège Kortrijk',
  ],
  SE: [
    '{name} {trade} AB',
    'Mekaniska Hydraulik Industri Verkstad',
    'Åkesson Sjöström Hägglund Öberg Nyström',
    'Örebro Västerås Malmö Jönköping',
  ],
  DK: ['{name} {trade} A/S', 'Maskinfabrik Hydraulik Teknik', 'Sørensen Kjær Bøgh Møller', 'Aarhus Næstved Sønderborg'],
  PL: [
    '{trade} {name} Sp. z o.o.',
    'Maszyny Hydraulika Napędy',
    'Wójcik Zieliński Kamiński Dąbrowski',
    'Łódź Gdańsk Wrocław',
  ],
  CZ: ['{name} {trade} s.r.o.', 'Strojírny Hydraulika Pohony', 'Novák Dvořák Černý Růžička', 'Brno Plzeň Liberec'],
  AT: [
    '{name} {trade} GmbH',
    'Seilbahntechnik Maschinenbau Sägewerkstechnik',
    'Gruber Pöll Mößmer Österreicher',
    'Linz Graz Wörgl',
  ],
  CH: ['{name} {trade} AG', 'Präzisionstechnik Antriebe Maschinen', 'Zürcher Bühlmann Gnägi', 'Winterthur Zürich Thun'],
  IT: [
    '{trade} {name} S.r.l.',
    'Meccanica Oleodinamica Officine',
    'Ferrarese Bonaventura Nicolò De_Santis',
    'Modena Forlì Bergamo',
  ],
  ES: ['{trade} {name} S.L.', 'Talleres Hidráulica Transmisiones', 'Muñoz Ibáñez Peña Núñez', 'Zaragoza Córdoba Gijón'],
  FI: [
    '{name} {trade} Oy',
    'Konepaja Hydrauliikka Tekniikka',
    'Hämäläinen Mäkelä Väisänen',
    'Jyväskylä Oulu Seinäjoki',
  ],
  NO: ['{name} {trade} AS', 'Mekaniske Maskin Hydraulikk', 'Bjørnstad Røed Håland', 'Bergen Ålesund Tromsø'],
}
const countries = Object.keys(trades)
const firstNames = 'Anna Jörg Élodie Sanne Óscar Lærke Zoë Matěj Björn Inês Paweł Chiara'.split(' ')
const words = (list: string) => list.split(' ').map((word) => word.replaceAll('_', ' '))
const asciiLetters = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase()

const dials: Readonly<Record<string, number>> = {
  DE: 49,
  FR: 33,
  NL: 31,
  BE: 32,
  SE: 46,
  DK: 45,
  PL: 48,
  CZ: 420,
  AT: 43,
  CH: 41,
  IT: 39,
  ES: 34,
  FI: 358,
  NO: 47,
  GB: 44,
  US: 1,
  JP: 81,
  AE: 971,
  SA: 966,
}
const phoneIn = (country: string, extension: number) => `+${dials[country]} 555 0${extension}`

function namedCompany(row: readonly string[]): Company {
  const [number = '', name = '', currency = '', country = '', street = '', code = '', city = ''] = row
  const [buyer = '', host = '', plantStreet = '', plantCode = '', plantCity = ''] = row.slice(7)
  return {
    number,
    name,
    currency,
    country,
    billTo: createParty(name, street, code, city, country, buyer),
    shipTo: [
      createParty(name, plantStreet, plantCode, plantCity, country),
      createParty(name, street, code, city, country),
    ],
    buyer: { name: buyer, email: `purchasing@${host}.example`, phone: phoneIn(country, 100) },
  }
}

function generatedCompany(index: number, random: Random): Company {
  const country = random.pick(countries)
  const [pattern, tradeNames, names, cities] = trades[country] ?? ['', '', '', '']
  const [streetPattern, streetNames, codeLength] = streets[country] ?? ['', '', '5']
  const city = random.pick(words(cities))
  const family = random.pick(words(names))
  const base = pattern.replace('{name}', family).replace('{trade}', random.pick(words(tradeNames)))
  // Companies with the same name are told apart by their town.
  const name = base.replace(/ (\S+(?: z o\.o\.)?)$/, ` ${city} ${index > 300 ? `${Math.floor(index / 10)} ` : ''}$1`)
  const streetOf = () =>
    streetPattern.replace('{name}', random.pick(words(streetNames))).replace('{n}', String(random.between(1, 180)))
  const length = Number(codeLength)
  const code = String(random.between(10 ** (length - 1), 10 ** length - 1))
  const buyer = `${random.pick(firstNames)} ${family}`
  return {
    number: `C-${10_001 + index}`,
    name,
    currency: country === 'SE' ? 'SEK' : 'EUR',
    country,
    billTo: createParty(name, streetOf(), code, city, country, buyer),
    shipTo: [createParty(name, streetOf(), code, city, country)],
    buyer: {
      name: buyer,
      email: `purchasing@${asciiLetters(family)}-${index}.example`,
      phone: phoneIn(country, 100 + (index % 900)),
    },
  }
}

/** Returns the company at an index: first the thirteen named ones, then any number of generated ones. */
export function companyAt(index: number, seed: number): Company {
  const row = namedRows[index]
  return row ? namedCompany(row) : generatedCompany(index, randomFrom(seed * 31 + index))
}

/** A customer that has registered but has no documents yet. */
export const newcomer: Pick<Company, 'number' | 'name'> = { number: 'C-10900', name: 'Månsson Nystart Verkstad AB' }
