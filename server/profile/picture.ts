import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { decode, encode } from 'fast-png'
import { PortalError, sentence } from '../../contract/errors.ts'
import { avatarSides, largestAvatar } from '../../contract/personal-data.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that make the picture; all others only say things of it, and some hide more than they show. */
const wanted = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const unpack = promisify(inflate)

/**
 * Draws a picture anew, so that nothing of the file it came in is kept: no place where it was taken, nothing behind its
 * end. Gives the new PNG. Raises invalid_input for what is no PNG by its own first bytes, is larger than the portal
 * keeps, or claims to be smaller than it is; too_large for more bytes than that can need.
 */
export async function drawnAnew(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > largestAvatar) throw new PortalError('too_large', sentence('avatar.size'))
  const chunks = chunksOf(bytes)
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data
  if (!chunks || header?.length !== 13) throw refused()
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const sides = [width, height]
  if (sides.some((side) => side < 1 || side > avatarSides.most)) throw refused()
  // Eight bytes a point at most, and one before each line; interlaced ones have a few lines more.
  const most = (width * 8 + 1) * height + 8 * (width + height) + 64
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    await unpack(packed, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })
    const kept = chunks.filter(({ type }) => wanted.has(type)).map(({ whole }) => whole)
    const { data, depth, channels, palette, transparency } = decode(Buffer.concat([signature, ...kept]), {
      checkCrc: true,
    })
    const drawn = { width, height, data, depth, channels }
    return Buffer.from(encode({ ...drawn, ...(palette && { palette }), ...(transparency && { transparency }) }))
  } catch (cause) {
    throw refused(cause)
  }
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** The parts of a PNG up to its end; undefined for what is none. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

function refused(cause?: unknown): PortalError {
  return new PortalError('invalid_input', sentence('avatar.png', { side: String(avatarSides.most) }), { cause })
}
