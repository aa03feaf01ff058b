/** No document or event is nested deeper; deeper values could overflow the stack of recursive code. */
const maxDepth = 64
/** How many values one text may hold: more than a document of 20,000 lines ever has. */
const maxValues = 2_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])

/**
 * Measures how deep a JSON text is nested and how many values it holds, from its bytes as they come and without parsing
 * them. This is no check: text that is not JSON gets some answer, and is refused when it is parsed.
 */
export class JsonShape {
  depth = 0
  values = 1
  /** Which limit the text has exceeded, and at which byte (from 0). */
  exceeded: { bound: 'depth' | 'values'; at: number } | undefined
  #inText = false
  #escaped = false
  #before = 0

  /** Reads the next bytes. Bytes after a limit was exceeded are ignored. */
  read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.exceeded; at++) {
      if (this.#inText) at = this.#afterText(bytes, at)
      else this.#take(bytes[at] as number, this.#before + at)
    }
    this.#before += bytes.length
  }

  #take(byte: number, at: number): void {
    if (byte === quote) this.#inText = true
    else if (opens.has(byte)) {
      this.values++
      if (++this.depth > maxDepth) this.exceeded = { bound: 'depth', at }
    } else if (closes.has(byte)) this.depth--
    else if (byte === comma && ++this.values > maxValues) this.exceeded = { bound: 'values', at }
  }

  /** The index of the byte that ends a string, or the number of bytes when the string goes on. */
  #afterText(bytes: Uint8Array, from: number): number {
    let at = from
    for (; at < bytes.length; at++) {
      if (this.#escaped) this.#escaped = false
      else if (bytes[at] === backslash) this.#escaped = true
      else if (bytes[at] === quote) {
        this.#inText = false
        return at
      }
    }
    return at
  }
}

const sliceSize = 512 * 1024

/** Measures a whole text, yielding to other work after each half megabyte. */
export async function shapeOf(bytes: Uint8Array, giveWay: () => Promise<unknown>): Promise<JsonShape> {
  const shape = new JsonShape()
  for (let at = 0; at < bytes.length && !shape.exceeded; at += sliceSize) {
    shape.read(bytes.subarray(at, at + sliceSize))
    await giveWay()
  }
  return shape
}

/** A sentence for a text that exceeded a limit; undefined when it did not. */
export function shapeProblem({ exceeded }: JsonShape, subject: string, hint: string): string | undefined {
  if (!exceeded) return undefined
  return exceeded.bound === 'depth'
    ? `${subject} is nested deeper than ${maxDepth} levels, at byte ${exceeded.at + 1}; none needs that.`
    : `${subject} holds more than ${maxValues.toLocaleString('en')} values. ${hint}`
}
