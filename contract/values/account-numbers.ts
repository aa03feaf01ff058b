/** The account numbers of a list that somebody typed, separated by commas, semicolons or line breaks: a number may contain spaces. */
export function accountNumbersIn(text: string): string[] {
  return text
    .split(/[,;،؛\n]/)
    .map((number) => number.trim())
    .filter((number) => number !== '')
}
