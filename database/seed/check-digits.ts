/** Returns the GS1 check digit for the digits before it: weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  let total = 0
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    total += (digits.charCodeAt(i) - 48) * weight
  }
  return String((10 - (total % 10)) % 10)
}

/** Returns a GTIN-13 in the range that GS1 reserves for restricted circulation, so that no real article has it. */
export function gtinOf(article: number): string {
  const digits = `29${String(article).padStart(10, '0')}`
  return digits + checkDigit(digits)
}

/** Returns an 18-digit SSCC under a prefix that nobody uses. */
export function ssccOf(unit: number): string {
  const digits = `32904176${String(unit).padStart(9, '0')}`
  return digits + checkDigit(digits)
}
