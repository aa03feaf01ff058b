import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { decode, encode } from 'fast-png'
import { PortalError, translatable } from '#contract/errors.ts'
import { avatarSides, maxAvatarBytes } from '#contract/values/pictures.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** The PNG chunks that make up the picture. All others are metadata, and some hide data. */
const keptChunkTypes = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const inflateAsync = promisify(inflate)

/**
 * Re-encodes a picture as a new PNG, so that no metadata of the file is kept: no location, nothing after its end.
 * Throws invalid_input for a file that is not a PNG, is larger than the portal's maximum sides or claims smaller ones
 * than it has; too_large for more bytes than a picture can need.
 */
export async function reencodePng(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > maxAvatarBytes) throw new PortalError('too_large', translatable('avatar.size'))
  const chunks = parseChunks(bytes)
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data
  if (!chunks || header?.length !== 13) throw invalidPng()
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const sides = [width, height]
  if (sides.some((side) => side < 1 || side > avatarSides.max)) throw invalidPng()
  // At most eight bytes per pixel and one before each line; interlaced pictures have a few more lines.
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

/** The chunks of a PNG up to its end; undefined for a file that is not a PNG. */
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
