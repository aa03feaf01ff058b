/* Where a company is reached in networks such as Peppol: a scheme of the code list EAS, and a value in it. */

/** An electronic address (BT-34, BT-49). */
export type ElectronicAddress = { scheme: string; value: string }

/** The schemes of Peppol's list of electronic addresses (CL008) that are no tax numbers, each by its official name. */
const registers: Readonly<Record<string, string>> = {
  '0002': 'SIRENE',
  '0007': 'Organisationsnummer',
  '0009': 'SIRET',
  '0037': 'LY-tunnus',
  '0060': 'D-U-N-S',
  '0088': 'GLN',
  '0096': 'P-nummer',
  '0097': 'FTI',
  '0106': 'KVK',
  '0130': 'EU Directorates',
  '0135': 'SIA',
  '0142': 'SECETI',
  '0147': 'Standard Company Code',
  '0151': 'ABN',
  '0154': 'IČO',
  '0158': 'IČO SK',
  '0170': 'Teikoku',
  '0177': 'Odette',
  '0183': 'UID CH',
  '0184': 'CVR',
  '0188': '法人番号',
  '0190': 'OIN',
  '0191': 'Registrikood',
  '0192': 'Organisasjonsnummer',
  '0193': 'UBL.BE',
  '0194': 'KOIOS',
  '0195': 'UEN',
  '0196': 'Kennitala',
  '0198': 'SE-nummer',
  '0199': 'LEI',
  '0200': 'Juridinio asmens kodas',
  '0201': 'Codice IPA',
  '0202': 'PEC',
  '0203': 'eDelivery',
  '0204': 'Leitweg-ID',
  '0205': 'CODDEST',
  '0208': 'KBO/BCE',
  '0209': 'GS1',
  '0210': 'Codice fiscale',
  '0211': 'Partita IVA',
  '0212': 'Y-tunnus',
  '0213': 'ALV-numero',
  '0215': 'Net service ID',
  '0216': 'OVT',
  '0217': '0217',
  '0218': 'Reģistrācijas numurs',
  '0221': '登録番号',
  '0225': 'FRCTC',
  '0230': 'MY TIN',
  '0235': 'AE TIN',
  '0240': 'LU matricule',
  '9913': '9913',
  '9918': 'IBAN',
  '9919': 'KUR',
  '9959': 'EIN',
}

/** The schemes that are VAT numbers, each with the country. */
const vatCountries: Readonly<Record<string, string>> = {
  ...{ '9910': 'HU', '9914': 'AT', '9920': 'ES', '9922': 'AD', '9923': 'AL', '9924': 'BA', '9925': 'BE', '9926': 'BG' },
  ...{ '9927': 'CH', '9928': 'CY', '9929': 'CZ', '9930': 'DE', '9931': 'EE', '9932': 'GB', '9933': 'GR', '9934': 'HR' },
  ...{ '9935': 'IE', '9936': 'LI', '9937': 'LT', '9938': 'LU', '9939': 'LV', '9940': 'MC', '9941': 'ME', '9942': 'MK' },
  ...{ '9943': 'MT', '9944': 'NL', '9945': 'PL', '9946': 'PT', '9947': 'RO', '9948': 'RS', '9949': 'SI', '9950': 'SK' },
  ...{ '9951': 'SM', '9952': 'TR', '9953': 'VA', '9957': 'FR' },
}
const austrianAuthorities = '9915'

/** The scheme of EAS by which an address is one of e-mail; Peppol does not know it. */
const emailScheme = 'EM'

/** The schemes by which a customer may be reached, in the order of their numbers. */
export const electronicSchemes: readonly string[] = [
  ...[...Object.keys(registers), ...Object.keys(vatCountries), austrianAuthorities].sort(),
  emailScheme,
]

/** What a scheme is called: its own name, or the country whose VAT numbers it has; neither of some. */
export function schemeName(scheme: string): { name: string } | { vatOf: string } | undefined {
  const country = vatCountries[scheme]
  if (country !== undefined) return { vatOf: country }
  const name = scheme === emailScheme ? 'E-Mail' : registers[scheme]
  return name === undefined || name === scheme ? undefined : { name }
}

/** Whether Peppol knows the scheme of an address. */
export const isPeppolScheme = (scheme: string): boolean => scheme !== emailScheme && electronicSchemes.includes(scheme)

/** What is wrong with an electronic address. */
export type ElectronicAddressFault = 'scheme' | 'value' | 'gln' | 'email'

/** What is wrong with an electronic address; undefined: nothing. */
export function electronicAddressFault({ scheme, value }: ElectronicAddress): ElectronicAddressFault | undefined {
  if (!electronicSchemes.includes(scheme)) return 'scheme'
  if (!/^\S{1,200}$/.test(value)) return 'value'
  if (scheme === '0088' && !isGln(value)) return 'gln'
  if (scheme === emailScheme && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) return 'email'
  return undefined
}

/** Whether a text is a Global Location Number: 13 digits, the last of which is its check digit. */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const total = Array.from(text.slice(0, 12)).reduce(
    (all, digit, index) => all + Number(digit) * (index % 2 ? 3 : 1),
    0,
  )
  return (10 - (total % 10)) % 10 === Number(text.at(-1))
}

/** An address as it is stored: scheme and value with a colon, as Peppol writes participants. */
export const writtenAddress = ({ scheme, value }: ElectronicAddress): string => `${scheme}:${value}`

/** A stored address; undefined for none. */
export function readAddress(text: string | null): ElectronicAddress | undefined {
  const [, scheme, value] = /^([^:]+):(.+)$/s.exec(text ?? '') ?? []
  return scheme === undefined || value === undefined ? undefined : { scheme, value }
}
