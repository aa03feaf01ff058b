import { decode, encode } from 'fast-png'
import { type Colour, markColours, mixed, written } from './brand-colours.ts'

/** What the mark is drawn in, in the files of the web. */
const ground: Colour = [200, 16, 46]
const line: Colour = [255, 255, 255]

/** An icon's address in a portal of this colour: browsers fetch it anew when the colour is another. */
export function iconAddress(path: string, brandColor: string | null): string {
  return brandColor === null ? path : `${path}?${brandColor.slice(1)}`
}

const pictures = ['icon-180', 'icon-192', 'icon-512', 'icon-maskable-192', 'icon-maskable-512']

/**
 * The files of the web that show the portal's mark, each with what draws it anew for a brand whose colour is `hex`
 * (#rrggbb).
 */
export function brandIcons(hex: string): ReadonlyMap<string, (file: Buffer) => Buffer> {
  const own = markColours(hex)
  const vector = (file: Buffer) =>
    Buffer.from(
      file.toString().replaceAll(/#c8102e|#fff\b/g, (colour) => written(colour === '#fff' ? own.line : own.ground)),
    )
  const picture = (file: Buffer) => {
    const { width, height, data, depth, channels } = decode(file)
    const drawn = Uint8Array.from(data)
    for (let at = 0; at < drawn.length; at += channels) {
      // Green is where the two differ most: how much of it there is says how much of the point the line covers.
      const share = ((data[at + 1] ?? 0) - ground[1]) / (line[1] - ground[1])
      drawn.set(mixed(own.ground, own.line, Math.min(1, Math.max(0, share))), at)
    }
    return Buffer.from(encode({ width, height, data: drawn, depth, channels }))
  }
  return new Map([['favicon.svg', vector], ...pictures.map((name) => [`${name}.png`, picture] as const)])
}
