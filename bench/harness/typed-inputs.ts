import type { MeasuredDatabase } from './measured-database.ts'

/**
 * What people search for: numbers, their own references, articles by number and by name, and things that do not exist.
 */
export async function typedInputs({ owner }: MeasuredDatabase, accountId: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select text from (
  (select number as text from documents where account_id = $1 and hashtext(number) % 97 = 0 order by hashtext(number) limit 20)
  union all
  (select customer_reference from documents where account_id = $1 and customer_reference is not null and hashtext(number) % 89 = 0
    order by hashtext(number) limit 10)
  union all
  (select distinct sku from document_lines where account_id = $1 and sku is not null order by 1 limit 10)
  union all
  (select distinct lower(details ->> 'name') from document_lines where account_id = $1 and details ? 'name' order by 1 limit 20)
) t where text is not null`,
    [accountId],
  )
  const texts = [...rows.map(({ text }) => text.slice(0, 24)), 'quarzgetriebe', 'xq-000-nowhere']
  const typed = texts.flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(0, index + 2)),
  )
  return [...typed, ...misspelt(texts).slice(0, Math.ceil(typed.length / 9))]
}

/**
 * Existing texts with a typing error: words without one letter or with two exchanged, and numbers with two digits
 * exchanged.
 */
function misspelt(whole: readonly string[]): string[] {
  const words = [...new Set(whole.flatMap((text) => text.toLowerCase().split(/[^a-z]+/)))].filter(
    (word) => word.length > 4,
  )
  const numbers = whole.filter((text) => /\d{4}$/.test(text))
  const exchanged = (text: string, index: number) =>
    `${text.slice(0, index)}${text[index + 1]}${text[index]}${text.slice(index + 2)}`
  const slips = [1, 2, 3].flatMap((index) => [
    ...words.flatMap((word) => [`${word.slice(0, index)}${word.slice(index + 1)}`, exchanged(word, index)]),
    ...numbers.map((number) => exchanged(number, number.length - index - 1)),
  ])
  return slips.filter((text) => !whole.includes(text))
}
