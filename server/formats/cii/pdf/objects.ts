import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { PdfRefused } from './refused.ts'
import { type Dictionary, dictionaryAt, namesIn, referenceOf, skipBlanks } from './syntax.ts'

/*
 * The objects of a PDF, found by reading the file from its beginning to its end: neither its tables of objects nor its
 * tree of pages is followed, so that none can lead in circles.
 */

const megabyte = 1024 * 1024
const limits = {
  objects: 200_000,
  /** Of one stream, unpacked. */
  stream: 20 * megabyte,
  /** Of all streams that are unpacked, together. */
  total: 64 * megabyte,
} as const

type PdfObject = { dictionary: Dictionary; stream?: { start: number; end: number } }

/** The objects of a PDF by their numbers; of several with one number the last, as of a file that was changed. */
export type Objects = {
  all: () => Iterable<Dictionary>
  find: (number: number) => Dictionary | undefined
  /** The unpacked bytes of an object's stream; undefined when it has none. Throws PdfRefused when they are too many. */
  streamOf: (number: number) => Promise<Buffer | undefined>
}

const inflateBytes = promisify(inflate)

/** Reads the objects of a PDF. Throws PdfRefused with a sentence when they are too many, too large or encrypted. */
export async function readObjects(content: Uint8Array): Promise<Objects> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const source = bytes.toString('latin1')
  const objects = scan(source)
  const budget = { left: limits.total }
  const unpack = ({ dictionary, stream }: PdfObject) =>
    stream && unpackStream(bytes.subarray(stream.start, stream.end), dictionary, budget)
  if (isEncrypted(source, objects)) throw new PdfRefused('The PDF is encrypted; send it without a password.')
  for (const object of [...objects.values()]) {
    if (object.dictionary.Type === '/ObjStm') addPackedObjects(objects, object.dictionary, await unpack(object))
  }
  return {
    all: function* () {
      for (const { dictionary } of objects.values()) yield dictionary
    },
    find: (number) => objects.get(number)?.dictionary,
    streamOf: async (number) => {
      const object = objects.get(number)
      return object && unpack(object)
    },
  }
}

function scan(source: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  const opening = /(?<![0-9])(\d{1,10})[ \t\r\n]{1,4}\d{1,5}[ \t\r\n]{1,4}obj(?![A-Za-z])/g
  let found = 0
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    if (++found > limits.objects) throw new PdfRefused(`The PDF has more than ${limits.objects} objects.`)
    const parsed = dictionaryAt(source, skipBlanks(source, opening.lastIndex))
    if (!parsed) continue
    const { dictionary, end } = parsed
    const stream = streamAt(source, dictionary, skipBlanks(source, end))
    objects.set(Number(match[1]), { dictionary, ...(stream ? { stream } : {}) })
    opening.lastIndex = stream?.end ?? end
  }
  return objects
}

/** Where the bytes of a stream begin and end: by its stated length where that is so, else up to its end mark. */
function streamAt(source: string, { Length: length }: Dictionary, at: number): PdfObject['stream'] {
  if (!source.startsWith('stream', at)) return undefined
  const start = at + 6 + (source.startsWith('\r\n', at + 6) ? 2 : 1)
  const stated = /^\d{1,10}$/.test(length ?? '') ? start + Number(length) : -1
  if (stated >= start && /^\s{0,2}endstream/.test(source.slice(stated, stated + 11))) return { start, end: stated }
  const end = source.indexOf('endstream', start)
  return { start, end: end === -1 ? source.length : end }
}

/** Whether the trailer, or the stream that stands for it, names an encryption. */
function isEncrypted(source: string, objects: ReadonlyMap<number, PdfObject>): boolean {
  const tables = [...objects.values()].filter(({ dictionary }) => dictionary.Type === '/XRef')
  if (tables.some(({ dictionary }) => dictionary.Encrypt !== undefined)) return true
  let at = source.indexOf('trailer')
  while (at !== -1) {
    const trailer = dictionaryAt(source, skipBlanks(source, at + 7))
    if (trailer?.dictionary.Encrypt !== undefined) return true
    at = source.indexOf('trailer', trailer?.end ?? at + 7)
  }
  return false
}

async function unpackStream(packed: Buffer, dictionary: Dictionary, budget: { left: number }): Promise<Buffer> {
  const filters = namesIn(dictionary.Filter)
  if (filters.length > 1 || (filters[0] !== undefined && !/^Fl(ateDecode)?$/.test(filters[0])))
    throw new PdfRefused(
      `The embedded file is packed with ${filters.join(', ').slice(0, 80)}; only FlateDecode is read.`,
    )
  const most = Math.min(limits.stream, budget.left)
  const unpacked = filters.length === 0 ? packed : await inflated(packed, most)
  if (unpacked.length > most) throw tooLarge()
  budget.left -= unpacked.length
  return unpacked
}

async function inflated(packed: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    return await inflateBytes(packed, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new PdfRefused('A part of the PDF is damaged: it cannot be unpacked.')
  }
}

const tooLarge = () =>
  new PdfRefused(`What is packed in the PDF is larger than ${limits.stream / megabyte} MB when it is unpacked.`)

/** Adds the objects of an object stream; those that stand in the file by themselves are newer. */
function addPackedObjects(objects: Map<number, PdfObject>, dictionary: Dictionary, content: Buffer | undefined): void {
  const source = content?.toString('latin1') ?? ''
  const [first, count] = [Number(dictionary.First), Number(dictionary.N)]
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first > source.length) return
  let left = Math.min(count, limits.objects)
  let end = first
  for (const [, number, offset] of source.slice(0, first).matchAll(/(\d{1,10})\s+(\d{1,10})/g)) {
    if (left-- === 0) return
    if (objects.size >= limits.objects) throw new PdfRefused(`The PDF has more than ${limits.objects} objects.`)
    const start = first + Number(offset)
    // Objects stand one after the other; one that begins inside another would be read twice.
    const parsed = start < end ? undefined : dictionaryAt(source, skipBlanks(source, start))
    end = parsed?.end ?? end
    if (parsed && !objects.has(Number(number))) objects.set(Number(number), { dictionary: parsed.dictionary })
  }
}

/** The dictionary that a value is or refers to. */
export function resolved({ find }: Objects, value: string | undefined): Dictionary | undefined {
  const number = referenceOf(value)
  return number === undefined ? dictionaryAt(value?.trim() ?? '', 0)?.dictionary : find(number)
}
