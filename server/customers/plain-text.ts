/** A text as the database's function of the same name makes it: small letters without accents, by which the console finds. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
    .toLowerCase()
}
