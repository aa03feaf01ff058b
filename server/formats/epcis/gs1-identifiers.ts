/** What an EPC identifies: a package, or one piece of an article. */
export type PackageOrUnit = { kind: 'package'; sscc: string } | { kind: 'unit'; gtin: string; serial: string }

/** The GS1 check digit for a number without one: weights 3 and 1 from the right. */
function checkDigit(digits: string): string {
  let total = 0
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    total += (digits.charCodeAt(i) - 48) * weight
  }
  return String((10 - (total % 10)) % 10)
}

const withCheckDigit = (digits: string) => digits + checkDigit(digits)

/** A company prefix and a reference as a GTIN or SSCC: the first digit of the reference, the indicator, goes first. */
const withIndicator = (company: string, reference: string) =>
  withCheckDigit(reference.slice(0, 1) + company + reference.slice(1))

/** How each scheme of EPC URIs is written as a GS1 Digital Link: the path after the domain. */
const schemes: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^urn:epc:id:sscc:(\d{6,12})\.(\d+)$/, (company, serial) => `00/${withIndicator(company, serial)}`],
  [
    /^urn:epc:id:sgtin:(\d{6,12})\.(\d+)\.(.+)$/,
    (company, item, serial) => `01/${withIndicator(company, item)}/21/${serial}`,
  ],
  [
    /^urn:epc:class:lgtin:(\d{6,12})\.(\d+)\.(.+)$/,
    (company, item, lot) => `01/${withIndicator(company, item)}/10/${lot}`,
  ],
  [/^urn:epc:idpat:sgtin:(\d{6,12})\.(\d+)\.\*$/, (company, item) => `01/${withIndicator(company, item)}`],
  [
    /^urn:epc:id:sgln:(\d{6,12})\.(\d*)\.(.+)$/,
    (company, location, extension) =>
      `414/${withCheckDigit(company + location)}${extension === '0' ? '' : `/254/${extension}`}`,
  ],
  [/^urn:epc:id:pgln:(\d{6,12})\.(\d*)$/, (company, party) => `417/${withCheckDigit(company + party)}`],
  [
    /^urn:epc:id:grai:(\d{6,12})\.(\d*)\.(.+)$/,
    (company, type, serial) => `8003/0${withCheckDigit(company + type)}${serial}`,
  ],
  [/^urn:epc:id:giai:(\d{6,12})\.(.+)$/, (company, asset) => `8004/${company}${asset}`],
  [/^urn:epc:id:gsrn:(\d{6,12})\.(\d+)$/, (company, service) => `8018/${withCheckDigit(company + service)}`],
  [/^urn:epc:id:gsrnp:(\d{6,12})\.(\d+)$/, (company, service) => `8017/${withCheckDigit(company + service)}`],
  [
    /^urn:epc:id:gdti:(\d{6,12})\.(\d*)\.(.+)$/,
    (company, type, serial) => `253/${withCheckDigit(company + type)}${serial}`,
  ],
]

const digitalLinkPattern =
  /^https?:\/\/[^/?#]+(?:\/[^?#]*?)?\/((?:00|253|255|401|402|414|417|80(?:03|04|06|10|17|18))\/[^?#]+|01\/\d{8,14}(?:\/[^?#]+)?)/i

/**
 * A GS1 identifier (an EPC URI, or a Digital Link of any domain) as its canonical Digital Link; anything else
 * unchanged.
 */
export function canonicalUri(uri: string): string {
  const path = digitalLinkPattern.exec(uri)?.[1]
  if (path) {
    const canonicalPath = path.replace(/^01\/(\d+)/, (_, gtin: string) => `01/${gtin.padStart(14, '0')}`)
    return `https://id.gs1.org/${canonicalPath}`
  }
  for (const [pattern, format] of schemes) {
    const parts = pattern.exec(uri)?.slice(1)
    if (parts) return `https://id.gs1.org/${format(...parts)}`
  }
  return uri
}

/**
 * The package or piece that an EPC URI or a Digital Link (of any domain) identifies; undefined for a class or anything
 * else.
 */
export function parsePackageOrUnit(uri: string): PackageOrUnit | undefined {
  const link = canonicalUri(uri)
  if (!/^https?:\/\//i.test(link)) return undefined
  const path = link.replace(/[?#].*$/s, '')
  const sscc = /\/00\/(\d{18})(?:\/|$)/.exec(path)?.[1]
  if (sscc) return { kind: 'package', sscc }
  const [, gtin, serial] = /\/01\/(\d{8}|\d{12,14})(?:\/(?:22|10)\/[^/]+)*\/21\/([^/]+)/.exec(path) ?? []
  if (!gtin || !serial) return undefined
  const decodedSerial = decodeUriText(serial)
  return decodedSerial === undefined ? undefined : { kind: 'unit', gtin: gtin.padStart(14, '0'), serial: decodedSerial }
}

/** A part of a URI without its percent escapes; undefined when they are malformed. */
export function decodeUriText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed percent escapes: the caller refuses the identifier.
    return undefined
  }
}
