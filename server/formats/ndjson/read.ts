import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { parseKeepingDigits } from '../digits.ts'
import { JsonShape, shapeOf, shapeProblem } from '../json-shape.ts'
import type { Incoming } from '../message.ts'
import { jsonErrorIndex } from './json-error-index.ts'

type Parse = (text: string) => unknown

const newline = 0x0a
const carriageReturn = 0x0d
const megabyte = 1024 * 1024

/** In bytes; a longer line is refused. A line holds a document with its attachments. */
const maxLineLength = 32 * megabyte

/** Longer lines (in bytes) are measured before they are parsed. */
const longLineLength = 256 * 1024

/**
 * Reads NDJSON from a stream: one item per line that is not blank, in order, with at most one line and one chunk in
 * memory. CRLF, a byte order mark and a missing last line end are accepted. A line that is too long, too deep, not
 * UTF-8 or not JSON becomes a problem, and reading goes on after it; a document that is spread over lines becomes one
 * problem. When the stream itself breaks off and `cutOff` is true for its error, the unfinished line becomes a problem
 * and nothing follows; otherwise the error is thrown. With `keepsDigits` numbers are `Digits`.
 */
export async function* readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  options: { longestLine?: number; cutOff?: (error: unknown) => boolean; keepsDigits?: boolean } = {},
): AsyncGenerator<Incoming> {
  const limit = options.longestLine ?? maxLineLength
  const partialLine = new PartialLine(limit)
  const lineReader = new LineReader(limit, options.keepsDigits ? parseKeepingDigits : JSON.parse)
  try {
    for await (const chunk of chunks) {
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        const item = await lineReader.next(partialLine.finish(chunk.subarray(start, end)))
        if (item) yield item
        if (lineReader.isForeign) return
        start = end + 1
      }
      if (start < chunk.length) partialLine.add(chunk.subarray(start))
    }
  } catch (error) {
    if (!options.cutOff?.(error)) throw error
    yield { line: lineReader.count + 1, problem: { path: '$', message: cutOffMessage } }
    return
  }
  const last = await lineReader.next(partialLine.finish(new Uint8Array()))
  if (last) yield last
}

const cutOffMessage =
  'The body stopped in the middle of this line or before it; it and what should have followed was not taken in. Send the file again: what is already here stays as it is.'

/** The bytes of a line that began in an earlier chunk; beyond the limit they are counted but not kept. */
class PartialLine {
  #parts: Uint8Array[] = []
  #size = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size > this.#limit) this.#parts = []
    else this.#parts.push(part)
  }

  /** Returns the whole line, or undefined when it is too long, and begins the next line. */
  finish(rest: Uint8Array): Buffer | undefined {
    this.add(rest)
    const [first] = this.#parts
    const line = this.#size > this.#limit ? undefined : this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return line && Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  }
}

/** Reads line after line, and remembers what the lines before were. */
class LineReader {
  count = 0
  /** The body is in another format; nothing in it can be read. */
  isForeign = false
  readonly #limit: number
  readonly #parse: Parse
  /** For a document that is spread over lines: how deep its brackets are still open. */
  #spread: JsonShape | undefined

  constructor(limit: number, parse: Parse) {
    this.#limit = limit
    this.#parse = parse
  }

  /** The item of a line; undefined when the line is blank or continues a document that was already reported. */
  next(bytes: Buffer | undefined): Incoming | undefined | Promise<Incoming | undefined> {
    const line = ++this.count
    if (!bytes) return { line, problem: { path: '$', message: tooLong(this.#limit) } }
    const raw = trim(bytes, line)
    if (raw.length === 0) return undefined
    const foreign = line === 1 ? foreignFormatMessage(raw) : undefined
    if (foreign !== undefined) {
      this.isForeign = true
      return { line, problem: { path: '$', message: foreign } }
    }
    if (this.#goesOn(raw)) return undefined
    if (/^[[{]+$/.test(raw.toString('latin1', 0, 10)) && raw.length < 10) {
      this.#spread = new JsonShape()
      this.#spread.read(raw)
      return { line, problem: { path: '$', message: spreadMessage }, raw }
    }
    return raw.length > longLineLength ? parseLongLine(raw, line, this.#parse) : parseLine(raw, line, this.#parse)
  }

  /** Whether a line continues a document that began on an earlier line. A whole document on one line ends that. */
  #goesOn(raw: Buffer): boolean {
    if (!this.#spread) return false
    if (raw[0] === 0x7b && raw.at(-1) === 0x7d && raw.includes('"type"') && raw.includes('"number"')) {
      this.#spread = undefined
      return false
    }
    this.#spread.read(raw)
    if (this.#spread.depth <= 0 || this.#spread.exceeded) this.#spread = undefined
    return true
  }
}

const spreadMessage =
  'The document that begins here is spread over several lines; write each document on one line, without brackets around them all and commas between them (jq -c . does it for one document, jq -c .[] for a list).'

function tooLong(limit: number): string {
  return `The line is longer than ${Math.floor(limit / megabyte)} MB. Send large papers by themselves, to the attachments of the document.`
}

/** For a body that is not NDJSON: a sentence that says what it is and where to send it. */
function foreignFormatMessage(raw: Buffer): string | undefined {
  const head = raw.toString('latin1', 0, 5)
  if (head.startsWith('%PDF-'))
    return 'This is a PDF. Papers are put beside their document: POST /api/ingest/attachments/{type}/{number}; here goes one document in JSON a line.'
  if (head.startsWith('PK\u0003\u0004'))
    return 'This is a ZIP file. UBL in a ZIP goes to POST /api/ingest/ubl; here goes one document in JSON a line, not compressed.'
  if (head.startsWith('\u001f\u008b')) return 'This is compressed with gzip. Send the lines as they are.'
  if (head.startsWith('<'))
    return 'This is XML. UBL goes to POST /api/ingest/ubl; here goes one document in JSON a line.'
  return undefined
}

/** Measures a long line first, with other work in between: a line that exceeds the limits is never parsed. */
async function parseLongLine(raw: Buffer, line: number, parse: Parse): Promise<Incoming> {
  const shape = await shapeOf(raw, () => setImmediate())
  const hint = 'Send the document in parts, each with "partial": true.'
  const message = shapeProblem(shape, 'The line', hint)
  return message === undefined ? parseLine(raw, line, parse) : { line, problem: { path: '$', message } }
}

function parseLine(raw: Buffer, line: number, parse: Parse): Incoming | Promise<Incoming> {
  if (!isUtf8(raw)) {
    return { line, problem: { path: '$', message: `The line is not UTF-8: ${invalidByteMessage(raw)}.` }, raw }
  }
  const text = raw.toString('utf8')
  try {
    return { line, document: parse(text), raw }
  } catch {
    return invalidJsonMessage(text).then((message) => ({ line, problem: { path: '$', message }, raw }))
  }
}

/** The line without surrounding blanks and, if it is the first, without a byte order mark. */
function trim(bytes: Buffer, line: number): Buffer {
  let from = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let to = bytes.length
  while (to > from && isBlank(bytes[to - 1])) to--
  while (from < to && isBlank(bytes[from])) from++
  return bytes.subarray(from, to)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === carriageReturn
}

function invalidByteMessage(bytes: Buffer): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const column = text.indexOf('\ufffd') + 1
  return `column ${column} is not a character. Save the file as UTF-8`
}

async function invalidJsonMessage(text: string): Promise<string> {
  const index = await jsonErrorIndex(text, () => setImmediate())
  if (index >= text.length) return `The line is not JSON: it ends too early, at column ${index + 1}.`
  if (text.lastIndexOf('\r', index) > 0 && /^\r\s*$/.test(text.slice(text.lastIndexOf('\r', index), index))) {
    return `The line holds a carriage return (CR) before column ${index + 1} where it should end: end each line with LF or CR LF. Nothing of this line was taken.`
  }
  const charCode = text.charCodeAt(index)
  const character =
    charCode < 0x20
      ? `the control character U+${charCode.toString(16).padStart(4, '0').toUpperCase()}`
      : `"${text[index]}"`
  return `The line is not JSON: ${character} cannot stand at column ${index + 1}.`
}
