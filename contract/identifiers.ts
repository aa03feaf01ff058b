/** A name by which other systems know a party: a scheme (GLN, VAT, DUNS, 0106 …) and the value in it. */
export type PartyIdentifier = { scheme: string; value: string }

/** One scheme under its several names: the words of UBL dialects, and the numbers of ISO 6523. */
const schemeAliases: Readonly<Record<string, string>> = {
  '0060': 'DUNS',
  '0088': 'GLN',
  EAN: 'GLN',
  ILN: 'GLN',
  'GS1:GLN': 'GLN',
  ACCOUNT: 'account',
}

/**
 * The one form in which an identifier is stored and compared. `account` is the number that supplier and customer use
 * for the account; VAT numbers are compared without spaces, dots and dashes.
 */
export function canonicalIdentifier(scheme: string, value: string): PartyIdentifier {
  const upper = scheme.trim().toUpperCase()
  const canonicalScheme = schemeAliases[upper] ?? (/^[A-Z]{2}:?VAT$/.test(upper) ? 'VAT' : upper)
  const trimmed = value.normalize('NFC').trim()
  return {
    scheme: canonicalScheme,
    value: canonicalScheme === 'VAT' ? trimmed.replace(/[\s.-]/g, '').toUpperCase() : trimmed,
  }
}
