import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { decode, encode } from 'fast-png'
import { PortalError, translatable } from '../../contract/errors.ts'
import { avatarSides, maxAvatarBytes } from '../../contract/personal-data.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that make the picture; all others only say things of it, and some hide more than they show. */
const keptChunkTypes = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const inflateAsync = promisify(inflate)

/**
 * Draws a picture anew, so that nothing of the file it came in is kept: no place where it was taken, nothing behind its
 * end. Gives the new PNG. Raises invalid_input for what is no PNG by its own first bytes, is larger than the portal
 * keeps, or claims to be smaller than it is; too_large for more bytes than that can need.
 */
export async function reencodePng(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > maxAvatarBytes) throw new PortalError('too_large', translatable('avatar.size'))
  const chunks = parseChunks(bytes)
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data
  if (!chunks || header?.length !== 13) throw invalidPng()
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const sides = [width, height]
  if (sides.some((side) => side < 1 || side > avatarSides.max)) throw invalidPng()
  // Eight bytes a point at most, and one before each line; interlaced ones have a few lines more.
  const maxInflatedBytes = (width * 8 + 1) * height + 8 * (width + height) + 64
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    await inflateAsync(compressed, { maxOutputLength: maxInflatedBytes, finishFlush: constants.Z_SYNC_FLUSH })
    const keptChunks = chunks.filter(({ type }) => keptChunkTypes.has(type)).map(({ whole }) => whole)
    const { data, depth, channels, palette, transparency } = decode(Buffer.concat([signature, ...keptChunks]), {
      checkCrc: true,
    })
    const image = { width, height, data, depth, channels }
    return Buffer.from(encode({ ...image, ...(palette && { palette }), ...(transparency && { transparency }) }))
  } catch (cause) {
    throw invalidPng(cause)
  }
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** The parts of a PNG up to its end; undefined for what is none. */
function parseChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset)
    const end = offset + 12 + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    chunks.push({ type, data: bytes.subarray(offset + 8, end - 4), whole: bytes.subarray(offset, end) })
    if (type === 'IEND') return chunks
    offset = end
  }
  return undefined
}

function invalidPng(cause?: unknown): PortalError {
  return new PortalError('invalid_input', translatable('avatar.png', { side: String(avatarSides.max) }), { cause })
}
