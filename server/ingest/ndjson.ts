import { isUtf8 } from 'node:buffer'
import type { Incoming } from './incoming.ts'
import { jsonFault } from './json-fault.ts'

const newline = 0x0a
const return_ = 0x0d
const megabyte = 1024 * 1024

/** A line longer than this is refused; it holds a document with its attachments. */
const longestLine = 32 * megabyte

/**
 * Reads NDJSON as it comes: one item a line that is not blank, in order, holding no more than one line and one chunk.
 * CRLF, a byte order mark and a missing last line end are fine. A line that is too long, is not UTF-8 or is not JSON
 * becomes a problem, and the reading goes on behind it. When the stream itself breaks off, what was begun and not ended
 * is told as a problem (`cutOff` says so) and nothing more follows.
 */
export async function* readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  options: { longestLine?: number; cutOff?: (error: unknown) => boolean } = {},
): AsyncGenerator<Incoming> {
  const limit = options.longestLine ?? longestLine
  const begun = new BegunLine(limit)
  let line = 1
  try {
    for await (const chunk of chunks) {
      let from = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
        const item = parsed(begun.finish(chunk.subarray(from, end)), line, limit)
        if (item) yield item
        line++
        from = end + 1
      }
      if (from < chunk.length) begun.add(chunk.subarray(from))
    }
  } catch (error) {
    if (!options.cutOff?.(error)) throw error
    yield { line, problem: { path: '$', message: cutOffMessage } }
    return
  }
  const last = parsed(begun.finish(new Uint8Array()), line, limit)
  if (last) yield last
}

const cutOffMessage =
  'The body stopped in the middle of this line or before it; it and what should have followed was not taken in. Send the file again: what is already here stays as it is.'

/** The bytes of a line that began in an earlier chunk; too many of them are counted and not kept. */
class BegunLine {
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

  /** The whole line, or undefined when it is too long; the next line begins empty. */
  finish(rest: Uint8Array): Buffer | undefined {
    this.add(rest)
    const [first] = this.#parts
    const whole = this.#size > this.#limit ? undefined : this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return whole && Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  }
}

function parsed(bytes: Buffer | undefined, line: number, limit: number): Incoming | undefined {
  if (!bytes) {
    const message = `The line is longer than ${Math.floor(limit / megabyte)} MB. Send large papers by themselves, to the attachments of the document.`
    return { line, problem: { path: '$', message } }
  }
  const trimmed = trim(bytes, line)
  if (trimmed.length === 0) return undefined
  if (!isUtf8(trimmed)) {
    return { line, problem: { path: '$', message: `The line is not UTF-8: ${badByte(trimmed)}.` }, raw: trimmed }
  }
  const text = trimmed.toString('utf8')
  try {
    return { line, document: JSON.parse(text), raw: trimmed }
  } catch {
    return { line, problem: { path: '$', message: badJson(text) }, raw: trimmed }
  }
}

/** Without a byte order mark before the first line and without blanks around it. */
function trim(bytes: Buffer, line: number): Buffer {
  let from = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let to = bytes.length
  while (to > from && isBlank(bytes[to - 1])) to--
  while (from < to && isBlank(bytes[from])) from++
  return bytes.subarray(from, to)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === return_
}

function badByte(bytes: Buffer): string {
  const good = new TextDecoder('utf-8').decode(bytes)
  const column = good.indexOf('\ufffd') + 1
  return `column ${column} is not a character. Save the file as UTF-8`
}

function badJson(text: string): string {
  const at = jsonFault(text)
  if (at >= text.length) return `The line is not JSON: it ends too early, at column ${at + 1}.`
  const found = text.charCodeAt(at)
  const what =
    found < 0x20 ? `the control character U+${found.toString(16).padStart(4, '0').toUpperCase()}` : `"${text[at]}"`
  return `The line is not JSON: ${what} cannot stand at column ${at + 1}.`
}
