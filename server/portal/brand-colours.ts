/** A colour's red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
/** The text colour of the light design, and the raised surfaces of the dark one. */
const ink: Colour = [33, 30, 27]
const darkRaised: Colour = [32, 29, 27]
/** Of the surfaces behind text in the brand's colour, the one with the least contrast in each design. */
const worstLightSurface: Colour = [240, 238, 235]
const worstDarkSurface: Colour = [50, 45, 41]

function parseHex(hex: string): Colour {
  const part = (offset: number) => Number.parseInt(hex.slice(offset, offset + 2), 16)
  return [part(1), part(3), part(5)]
}
/** The colour as #rrggbb. */
export const toHex = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Mixes `share` (0 to 1) of the other colour into the first. */
export function mix(colour: Colour, other: Colour, share: number): Colour {
  const part = (channel: 0 | 1 | 2) => Math.round(colour[channel] + (other[channel] - colour[channel]) * share)
  return [part(0), part(1), part(2)]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio by WCAG 2.2, from 1 to 21. */
function contrast(first: Colour, second: Colour): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour itself, or mixed with as little of `towards` as makes it good. */
function mixUntil(colour: Colour, towards: Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 100; share++) {
    const candidate = mix(colour, towards, share / 100)
    if (isGood(candidate)) return candidate
  }
  return towards
}

const isReadable = (ground: Colour) => contrast(white, ground) >= 4.5 || contrast(ink, ground) >= 4.5

/** The colours of a surface in the brand's colour, of the text on it, and of its hover state. */
function surfaceTokens(brand: Colour): [name: string, colour: Colour][] {
  const takesWhite = contrast(white, brand) >= 4.5
  return [
    ['brand', brand],
    ['brand-hover', takesWhite ? mix(brand, black, 0.15) : mix(brand, white, 0.2)],
    ['on-brand', takesWhite ? white : ink],
  ]
}

/** The brand's colour, darkened until it can be seen and read on white. */
const visibleOnWhite = (brand: Colour) =>
  mixUntil(brand, black, (colour) => contrast(colour, white) >= 3 && isReadable(colour))

/** The colours of the portal's mark for a brand colour `hex` (#rrggbb): its background and the line on it. */
export function markColours(hex: string): { ground: Colour; line: Colour } {
  const ground = visibleOnWhite(parseHex(hex))
  return { ground, line: contrast(white, ground) >= 4.5 ? white : ink }
}

const cssBlock = (tokens: [name: string, colour: Colour][]) =>
  `{${tokens.map(([name, colour]) => `--${name}:${toHex(colour)}`).join(';')}}`

/**
 * A style sheet with the portal's colours for a brand colour `hex` (#rrggbb), for the light, dark and high-contrast
 * designs. Each is as near to it as contrast allows: 4.5 for text (7 in high contrast), 3 for edges.
 */
export function brandStyles(hex: string): string {
  const brand = parseHex(hex)
  const tint = mix(brand, white, 0.92)
  const darkTint = mix(brand, darkRaised, 0.85)
  const readableOnLight = (least: number) =>
    mixUntil(brand, black, (colour) => [worstLightSurface, tint].every((ground) => contrast(colour, ground) >= least))
  const readableOnDark = (least: number) =>
    mixUntil(brand, white, (colour) =>
      [worstDarkSurface, darkTint].every((ground) => contrast(colour, ground) >= least),
    )
  const onLight = visibleOnWhite(brand)
  const onDark = mixUntil(brand, white, (colour) => contrast(colour, darkRaised) >= 3 && isReadable(colour))
  const highContrast = mixUntil(brand, black, (colour) => contrast(colour, white) >= 7)
  // Counts more than the portal's own colours, whichever file is loaded first.
  const root = ':root:root'
  const darkSelector = `${root}[data-theme='dark']`
  return [
    `${root}${cssBlock([...surfaceTokens(onLight), ['brand-text', readableOnLight(4.5)], ['brand-tint', tint]])}`,
    `@media not print{${darkSelector}${cssBlock([...surfaceTokens(onDark), ['brand-text', readableOnDark(4.5)], ['brand-tint', darkTint]])}}`,
    `@media (prefers-contrast:more){${root}${cssBlock([...surfaceTokens(highContrast), ['brand-text', readableOnLight(7)]])}`,
    `@media not print{${darkSelector}${cssBlock([...surfaceTokens(onDark), ['brand-text', readableOnDark(7)]])}}}`,
  ].join('\n')
}
