import { PdfRefused } from './refused.ts'

/* The values of PDF's syntax, as far as they say where a file is embedded. */

/** A dictionary holds the source of its values, which are parsed when they are asked for. */
export type Dictionary = Readonly<Record<string, string>>

const maxDepth = 32
const maxEntries = 2_000
const space = /[\0\t\n\f\r ]/
const delimiter = /[()<>[\]{}/%\0\t\n\f\r ]/

/** The index after blanks and comments. */
export function skipBlanks(source: string, from: number): number {
  let at = from
  while (at < source.length) {
    const character = source[at] as string
    if (character === '%') {
      while (at < source.length && !/[\r\n]/.test(source[at] as string)) at += 1
    } else if (!space.test(character)) break
    else at += 1
  }
  return at
}

/** The index after the value that begins at `from`. Throws PdfRefused when it is nested too deeply. */
function skipValue(source: string, from: number, depth = 0): number {
  if (depth > maxDepth) throw new PdfRefused(`A value of the PDF is nested deeper than ${maxDepth} levels.`)
  const character = source[from]
  if (character === '(') return skipText(source, from)
  if (source.startsWith('<<', from)) return skipList(source, from + 2, '>>', depth)
  if (character === '[') return skipList(source, from + 1, ']', depth)
  if (character === '<') {
    const end = source.indexOf('>', from)
    return end === -1 ? source.length : end + 1
  }
  let at = from + 1
  while (at < source.length && !delimiter.test(source[at] as string)) at += 1
  return at
}

function skipText(source: string, from: number): number {
  let open = 0
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at += 1
    else if (character === '(') open += 1
    else if (character === ')' && --open === 0) return at + 1
  }
  return source.length
}

function skipList(source: string, from: number, end: string, depth: number): number {
  let at = skipBlanks(source, from)
  while (at < source.length && !source.startsWith(end, at)) at = skipBlanks(source, skipValue(source, at, depth + 1))
  return Math.min(at + end.length, source.length)
}

/**
 * The dictionary that begins at `from`, and the index after it; undefined when there is none. One that is malformed ends
 * where it stops being one, so that nothing is read twice.
 */
export function dictionaryAt(source: string, from: number): { dictionary: Dictionary; end: number } | undefined {
  if (!source.startsWith('<<', from)) return undefined
  const dictionary: Record<string, string> = Object.create(null)
  let at = skipBlanks(source, from + 2)
  for (let entries = 0; at < source.length && !source.startsWith('>>', at); entries++) {
    if (entries > maxEntries || source[at] !== '/') return { dictionary, end: at }
    const nameEnd = skipValue(source, at)
    const name = decodedName(source.slice(at + 1, nameEnd))
    const valueStart = skipBlanks(source, nameEnd)
    let end = skipValue(source, valueStart)
    const reference = /^\s*\d+\s+R(?![A-Za-z0-9])/.exec(source.slice(end, end + 30))
    if (reference && /^\d+$/.test(source.slice(valueStart, end))) end += reference[0].length
    dictionary[name] = source.slice(valueStart, end)
    at = skipBlanks(source, end)
  }
  return { dictionary, end: Math.min(at + 2, source.length) }
}

const decodedName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The number of the object that a value refers to, such as 12 of "12 0 R". */
export function referenceOf(value: string | undefined): number | undefined {
  const number = /^(\d{1,10})\s+\d+\s+R$/.exec(value?.trim() ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** The names in a value that is a name or a list of names, such as the filters of a stream. */
export function namesIn(value: string | undefined): string[] {
  return [...(value ?? '').matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g)].map(([, name]) => decodedName(name as string))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A text of the PDF: in brackets or as hexadecimal digits, in UTF-16 where it says so, else byte by byte. */
export function textOf(value: string | undefined): string {
  if (value === undefined) return ''
  const bytes = value.startsWith('<')
    ? value.replace(/[^0-9A-Fa-f]/g, '').replace(/../g, (hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : value
        .replace(/^\(|\)$/g, '')
        .replace(/\\(?:([0-7]{1,3})|\r?\n|(.))/gs, (_, octal?: string, character?: string) =>
          octal === undefined
            ? (escapes[character ?? ''] ?? character ?? '')
            : String.fromCharCode(Number.parseInt(octal, 8) & 255),
        )
  return bytes.startsWith('\xfe\xff') ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
}
