/** No document and no event is nested deeper; what is would overflow whoever walks through it. */
const maxDepth = 64
/** Values that one text may hold: more than a document of 20,000 lines ever has. */
const maxValues = 2_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])

/**
 * How deep a JSON text is nested and how many values it holds, told from its bytes as they come and without building any
 * of them. It is no check: what is not JSON gets some answer, and is refused when it is parsed.
 */
export class JsonShape {
  depth = 0
  values = 1
  /** Which bound the text has passed, and at which byte. */
  exceeded: { bound: 'depth' | 'values'; at: number } | undefined
  #inText = false
  #escaped = false
  #before = 0

  /** Reads on. Bytes after a bound was passed are not looked at. */
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

  /** The place of the byte that ends a text, or of the last byte when the text goes on. */
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

/** Reads a whole text, giving way to other work after each half megabyte. */
export async function shapeOf(bytes: Uint8Array, giveWay: () => Promise<unknown>): Promise<JsonShape> {
  const shape = new JsonShape()
  for (let at = 0; at < bytes.length && !shape.exceeded; at += sliceSize) {
    shape.read(bytes.subarray(at, at + sliceSize))
    await giveWay()
  }
  return shape
}

/** A sentence for a text that passed a bound. */
export function shapeProblem({ exceeded }: JsonShape, subject: string, hint: string): string | undefined {
  if (!exceeded) return undefined
  return exceeded.bound === 'depth'
    ? `${subject} is nested deeper than ${maxDepth} levels, at byte ${exceeded.at + 1}; none needs that.`
    : `${subject} holds more than ${maxValues.toLocaleString('en')} values. ${hint}`
}
