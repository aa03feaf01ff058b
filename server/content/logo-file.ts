import { maxLogoSide } from '#contract/console/brand.ts'
import { maxLogoBytes } from '#contract/console/content.ts'

export type LogoFormat = 'svg' | 'png' | 'jpg'

/** What may stand before the root element of an SVG file: a byte order mark, a declaration, comments, a document type. */
const beforeRoot = /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE\s[^>[]*>\s*)?(<!--[\s\S]*?-->\s*)*/i

/** The format of a picture as its bytes show it; undefined: none that a logo may have, or more of it than is shown. */
export function logoFormatOf(bytes: Buffer): LogoFormat | undefined {
  if (bytes.length > maxLogoBytes) return undefined
  if (/^<svg[\s>]/.test(bytes.toString('utf8').replace(beforeRoot, ''))) return 'svg'
  const [format, sides] = isPng(bytes) ? (['png', sidesOfPng(bytes)] as const) : (['jpg', sidesOfJpeg(bytes)] as const)
  // A small file may claim to be huge, and whoever shows it would need memory for all of it.
  return sides?.every((side) => side > 0 && side <= maxLogoSide) ? format : undefined
}

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'

function sidesOfPng(bytes: Buffer): number[] | undefined {
  return bytes.length < 24 ? undefined : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** Reads the segments of a JPEG file up to that of its frame, which has the sides. */
function sidesOfJpeg(bytes: Buffer): number[] | undefined {
  if (bytes.subarray(0, 3).toString('hex') !== 'ffd8ff') return undefined
  for (let offset = 2; offset + 9 < bytes.length; ) {
    if (bytes[offset] !== 0xff) return undefined
    const marker = bytes[offset + 1] ?? 0
    if (isFrame(marker)) return [bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5)]
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}

/** Of the markers from C0 to CF three begin tables instead of a frame. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
