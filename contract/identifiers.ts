/** An identifier of a party in other systems: a scheme (GLN, VAT, DUNS, 0106 …) and the value in it. */
export type PartyIdentifier = { scheme: string; value: string }

/** Other names of a scheme: those of UBL dialects, and the numbers of ISO 6523. */
const schemeAliases: Readonly<Record<string, string>> = {
  '0060': 'DUNS',
  '0088': 'GLN',
  EAN: 'GLN',
  ILN: 'GLN',
  'GS1:GLN': 'GLN',
  ACCOUNT: 'account',
}

/**
 * Returns the form in which an identifier is stored and compared. `account` is the account's number, as supplier and
 * customer use it; VAT numbers lose spaces, dots and dashes.
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
