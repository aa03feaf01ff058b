import { decode, encode } from 'fast-png'
import { type Colour, markColours, mix, toHex } from './brand-colours.ts'

/** What the mark is drawn in, in the files of the web. */
const builtGround: Colour = [200, 16, 46]
const builtLine: Colour = [255, 255, 255]

/** An icon's address in a portal of this colour: browsers fetch it anew when the colour is another. */
export function iconUrl(path: string, brandColor: string | null): string {
  return brandColor === null ? path : `${path}?${brandColor.slice(1)}`
}

const iconNames = ['icon-180', 'icon-192', 'icon-512', 'icon-maskable-192', 'icon-maskable-512']

/**
 * The files of the web that show the portal's mark, each with what draws it anew for a brand whose colour is `hex`
 * (#rrggbb).
 */
export function brandIcons(hex: string): ReadonlyMap<string, (file: Buffer) => Buffer> {
  const colours = markColours(hex)
  const recolourSvg = (file: Buffer) =>
    Buffer.from(
      file
        .toString()
        .replaceAll(/#c8102e|#fff\b/g, (colour) => toHex(colour === '#fff' ? colours.line : colours.ground)),
    )
  const recolourPng = (file: Buffer) => {
    const { width, height, data, depth, channels } = decode(file)
    const recoloured = Uint8Array.from(data)
    for (let offset = 0; offset < recoloured.length; offset += channels) {
      // Green is where the two differ most: how much of it there is says how much of the point the line covers.
      const share = ((data[offset + 1] ?? 0) - builtGround[1]) / (builtLine[1] - builtGround[1])
      recoloured.set(mix(colours.ground, colours.line, Math.min(1, Math.max(0, share))), offset)
    }
    return Buffer.from(encode({ width, height, data: recoloured, depth, channels }))
  }
  return new Map([['favicon.svg', recolourSvg], ...iconNames.map((name) => [`${name}.png`, recolourPng] as const)])
}
