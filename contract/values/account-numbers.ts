/** The account numbers of a list that somebody typed: apart by commas, semicolons or lines, for a number may hold blanks. */
export function accountNumbersIn(text: string): string[] {
  return text
    .split(/[,;،؛\n]/)
    .map((number) => number.trim())
    .filter((number) => number !== '')
}
