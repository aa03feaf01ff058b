/* Whether a command prints what a page promises. */

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Ids and keys; dates and moments; numbers. What a page shows of them stands for any. */
const variables: readonly [shown: RegExp, any: string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '[0-9a-f-]{36}'],
  [/(?<=\/)[0-9a-f]{8}(?=[ .])/, '[0-9a-z]+'],
  [
    /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?/,
    '\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?Z?',
  ],
  [/(?<![A-Za-z0-9/-])\d[\d.,]*(?![\w-])/, '\\d[\\d.,]*'],
]
const variable = new RegExp(variables.map(([shown]) => `(${shown.source})`).join('|'), 'g')

/** The pattern of a line of a page: times, numbers and ids stand for any, `…` for anything, blanks for blanks. */
function patternOf(line: string): RegExp {
  const pattern = line
    .trim()
    .split('…')
    .map((part) => {
      let [last, text] = [0, '']
      for (const match of part.matchAll(variable)) {
        const kind = variables.findIndex((_, index) => match[index + 1] !== undefined)
        text += escaped(part.slice(last, match.index)) + (variables[kind]?.[1] ?? '')
        last = match.index + match[0].length
      }
      return text + escaped(part.slice(last))
    })
  return new RegExp(pattern.join('.*').replace(/\s+/g, '\\s+'))
}

/** The first line that a page promises and that does not follow in what was printed; undefined when all do. */
export function firstMissing(promised: string, printed: string): string | undefined {
  const lines = printed.split('\n')
  let from = 0
  for (const line of promised.split('\n').filter((one) => one.trim() !== '')) {
    const pattern = patternOf(line)
    const at = lines.findIndex((one, index) => index >= from && pattern.test(one))
    if (at < 0) return line
    // Two lines of a page may stand in one that is printed.
    from = at
  }
  return undefined
}
