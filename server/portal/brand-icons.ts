import { decode, encode } from 'fast-png'
import { type Colour, markColours, mix, toHex } from '#contract/brand/colours.ts'

/** The colours of the mark in the built files of the web client. */
const builtGround: Colour = [200, 16, 46]
const builtLine: Colour = [255, 255, 255]

/** An icon's address for this brand colour: browsers fetch it again when the colour changes. */
export function iconUrl(path: string, brandColor: string | null): string {
  return brandColor === null ? path : `${path}?${brandColor.slice(1)}`
}

const iconNames = ['icon-180', 'icon-192', 'icon-512', 'icon-maskable-192', 'icon-maskable-512']

/**
 * The web client's files that show the portal's mark, each with a function that recolours it for a brand colour `hex`
 * (#rrggbb).
 */
export function brandIcons(): ReadonlyMap<string, (file: Buffer, hex: string) => Buffer> {
  const recolourSvg = (file: Buffer, hex: string) => {
    const colours = markColours(hex)
    return Buffer.from(
      file
        .toString()
        .replaceAll(/#c8102e|#fff\b/g, (colour) => toHex(colour === '#fff' ? colours.line : colours.ground)),
    )
  }
  const recolourPng = (file: Buffer, hex: string) => {
    const colours = markColours(hex)
    const { width, height, data, depth, channels } = decode(file)
    const recoloured = Uint8Array.from(data)
    for (let offset = 0; offset < recoloured.length; offset += channels) {
      // Green differs most between the two colours: its value tells how much of the pixel the line covers.
      const share = ((data[offset + 1] ?? 0) - builtGround[1]) / (builtLine[1] - builtGround[1])
      recoloured.set(mix(colours.ground, colours.line, Math.min(1, Math.max(0, share))), offset)
    }
    return Buffer.from(encode({ width, height, data: recoloured, depth, channels }))
  }
  return new Map([['favicon.svg', recolourSvg], ...iconNames.map((name) => [`${name}.png`, recolourPng] as const)])
}
