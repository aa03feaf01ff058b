/*
 * Parses GS1 data from a scanner or a label: element strings, with brackets as people read them or raw as scanners send
 * them (with FNC1 as the group separator), and Digital Link URLs.
 */

/** The data read. Only elements that can be searched for are kept. `expiry` is a calendar date. */
export type Gs1Data = { gtin?: string; serial?: string; lot?: string; expiry?: string; sscc?: string }

const separator = '\u001d'
/** How scanners write a separator that cannot be typed. */
const separatorSubstitutes = /\u241d|[{<[](?:GS|FNC1)[}>\]]/gi
/** A symbology identifier before the data, such as ]C1 or ]d2. */
const symbology = /^\][A-Za-z][0-9A-Za-z]/

/**
 * Length of an element including its identifier, by the identifier's first two digits; other elements end at a
 * separator.
 */
const fixedLengths: Readonly<Record<string, number>> = {
  ...{ '00': 20, '01': 16, '02': 16, '03': 16, '04': 18 },
  ...{ '11': 8, '12': 8, '13': 8, '14': 8, '15': 8, '16': 8, '17': 8, '18': 8, '19': 8, '20': 4 },
  ...{ '31': 10, '32': 10, '33': 10, '34': 10, '35': 10, '36': 10, '41': 16 },
}

/** Returns the number of digits of an application identifier, by its first two. */
function identifierLength(start: string): number {
  if (/[012]\d|3[07]|9\d/.test(start)) return /2[345]/.test(start) ? 3 : 2
  return /3|7[02-9]|8\d/.test(start) ? 4 : 3
}

/** Returns the check digit of a GS1 number (GTIN, SSCC) for the digits before it. */
export function checkDigit(body: string): string {
  const total = [...body].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (total % 10)) % 10)
}

/** Whether a text is a GTIN of 8, 12, 13 or 14 digits, or an SSCC of 18, with the right check digit. */
export function hasValidCheckDigit(text: string): boolean {
  return /^(?:\d{8}|\d{12,14}|\d{18})$/.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1)
}

/** Returns a GTIN without leading zeros, so that its forms of 8, 12, 13 and 14 digits are equal. */
export function normaliseGtin(gtin: string): string {
  return gtin.replace(/^0+(?=\d)/, '')
}

/** Parses a text in GS1 syntax; null when it has another form or one of its numbers has a wrong check digit. */
export function parseGs1(text: string): Gs1Data | null {
  const trimmed = text.trim().replace(separatorSubstitutes, separator)
  const elements = /^https?:\/\//i.test(trimmed)
    ? parseDigitalLink(trimmed)
    : (parseBracketed(trimmed) ?? parseScannerData(trimmed))
  return elements === null ? null : interpretElements(elements)
}

type Elements = [identifier: string, data: string][]

function parseBracketed(text: string): Elements | null {
  if (!/^\(\d{2,4}\)/.test(text)) return null
  const elements: Elements = []
  // A bracket belongs to the data unless it holds an identifier.
  for (const part of text.split(/(?=\(\d{2,4}\))/)) {
    const end = part.indexOf(')')
    elements.push([part.slice(1, end), part.slice(end + 1).trim()])
  }
  return elements
}

function parseScannerData(text: string): Elements | null {
  const isMarked = symbology.test(text) || text.includes(separator)
  let rest = text.replace(symbology, '').replace(/^\u001d+/, '')
  // Without a scanner's marker, the text must begin like a GTIN or an SSCC; a GTIN's check digit must be right.
  const beginsWithGtin = rest.startsWith('01') && rest.length > 16 && hasValidCheckDigit(rest.slice(2, 16))
  if (!isMarked && !beginsWithGtin && !/^00\d{18}$/.test(rest)) return null
  const elements: Elements = []
  while (rest !== '') {
    const start = rest.slice(0, 2)
    if (!/^\d\d$/.test(start)) return null
    const identifier = rest.slice(0, identifierLength(start))
    const fixed = fixedLengths[start]
    const separatorIndex = rest.indexOf(separator)
    const end = fixed ?? (separatorIndex === -1 ? rest.length : separatorIndex)
    if (rest.length < end || !/^\d+$/.test(identifier)) return null
    elements.push([identifier, rest.slice(identifier.length, end)])
    rest = rest.slice(end).replace(/^\u001d+/, '')
  }
  return elements
}

function parseDigitalLink(text: string): Elements | null {
  const match = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i.exec(text)
  if (!match) return null
  const parts = (match[1] ?? '').split('/').map(decodePart)
  const first = parts.findIndex((part, index) => /^(?:01|00)$/.test(part) && /^\d+$/.test(parts[index + 1] ?? ''))
  if (first === -1) return null
  const elements: Elements = []
  for (let index = first; index + 1 < parts.length; index += 2) {
    const [identifier, data] = [parts[index] as string, parts[index + 1] as string]
    elements.push([identifier, identifier === '01' ? data.padStart(14, '0') : data])
  }
  for (const pair of (match[2] ?? '').split('&')) {
    const [name = '', data = ''] = pair.split('=')
    if (/^\d{2,4}$/.test(name)) elements.push([name, decodePart(data)])
  }
  return elements
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A part that is not escaped properly is taken as it stands.
    return part
  }
}

const numberElements: Readonly<Record<string, { name: 'gtin' | 'sscc'; length: number }>> = {
  '00': { name: 'sscc', length: 18 },
  '01': { name: 'gtin', length: 14 },
}
const codeElements: Readonly<Record<string, 'lot' | 'serial'>> = { '10': 'lot', '21': 'serial' }

function interpretElements(elements: Elements): Gs1Data | null {
  const parsed: Gs1Data = {}
  for (const [identifier, data] of elements) {
    const number = numberElements[identifier]
    const code = codeElements[identifier]
    if (number) {
      if (data.length !== number.length || !hasValidCheckDigit(data)) return null
      parsed[number.name] = data
    } else if (code && data !== '') parsed[code] = data
    else if (identifier === '17') {
      const expiry = parseExpiryDate(data)
      if (expiry === null) return null
      parsed.expiry = expiry
    }
  }
  return Object.keys(parsed).length === 0 ? null : parsed
}

/** Parses YYMMDD as a calendar date in this century; the day 00 means the last day of the month. */
function parseExpiryDate(data: string): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(data)
  if (!match) return null
  const [year, month, day] = [2000 + Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12) return null
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > lastDay) return null
  return new Date(Date.UTC(year, month - 1, day === 0 ? lastDay : day)).toISOString().slice(0, 10)
}
