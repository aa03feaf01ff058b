/** The GS1 check digit of a number without one: weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  let total = 0
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    total += (digits.charCodeAt(i) - 48) * weight
  }
  return String((10 - (total % 10)) % 10)
}

/** A GTIN-13 in the range that GS1 reserves for restricted circulation, so that it is nobody's article. */
export function gtinOf(article: number): string {
  const digits = `29${String(article).padStart(10, '0')}`
  return digits + checkDigit(digits)
}

/** An 18-digit SSCC, likewise under a prefix that is nobody's. */
export function ssccOf(unit: number): string {
  const digits = `32904176${String(unit).padStart(9, '0')}`
  return digits + checkDigit(digits)
}
