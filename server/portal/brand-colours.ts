/** A colour's red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
/** The text of the light design, and what its raised surfaces are in the dark. */
const ink: Colour = [33, 30, 27]
const darkRaised: Colour = [32, 29, 27]
/** Of the surfaces on which words in the brand's colour stand, the one that leaves them the least contrast. */
const worstLightSurface: Colour = [240, 238, 235]
const worstDarkSurface: Colour = [50, 45, 41]

function parseHex(hex: string): Colour {
  const part = (offset: number) => Number.parseInt(hex.slice(offset, offset + 2), 16)
  return [part(1), part(3), part(5)]
}
/** As #rrggbb. */
export const toHex = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` of the other colour, from 0 to 1, in the one. */
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

/** As WCAG 2.2 reckons it, from 1 to 21. */
function contrast(first: Colour, second: Colour): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour itself, or as little of `towards` in it as it takes. */
function mixUntil(colour: Colour, towards: Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 100; share++) {
    const candidate = mix(colour, towards, share / 100)
    if (isGood(candidate)) return candidate
  }
  return towards
}

const isReadable = (ground: Colour) => contrast(white, ground) >= 4.5 || contrast(ink, ground) >= 4.5

/** A surface of the brand's colour, what is written on it, and what it becomes under the pointer. */
function surfaceTokens(brand: Colour): [name: string, colour: Colour][] {
  const takesWhite = contrast(white, brand) >= 4.5
  return [
    ['brand', brand],
    ['brand-hover', takesWhite ? mix(brand, black, 0.15) : mix(brand, white, 0.2)],
    ['on-brand', takesWhite ? white : ink],
  ]
}

/** What of a brand's colour can be read and seen on white. */
const visibleOnWhite = (brand: Colour) =>
  mixUntil(brand, black, (colour) => contrast(colour, white) >= 3 && isReadable(colour))

/** The portal's mark for a brand whose colour is `hex` (#rrggbb): its ground, and the line on it. */
export function markColours(hex: string): { ground: Colour; line: Colour } {
  const ground = visibleOnWhite(parseHex(hex))
  return { ground, line: contrast(white, ground) >= 4.5 ? white : ink }
}

const cssBlock = (tokens: [name: string, colour: Colour][]) =>
  `{${tokens.map(([name, colour]) => `--${name}:${toHex(colour)}`).join(';')}}`

/**
 * The portal's colours for a brand whose colour is `hex` (#rrggbb), as a style sheet: for the light, the dark and the
 * high-contrast design, each as near to it as can be read: words at 4.5 (7 in high contrast), edges at 3.
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
  const darkSelector = ":root[data-theme='dark']"
  return [
    `:root${cssBlock([...surfaceTokens(onLight), ['brand-text', readableOnLight(4.5)], ['brand-tint', tint]])}`,
    `@media not print{${darkSelector}${cssBlock([...surfaceTokens(onDark), ['brand-text', readableOnDark(4.5)], ['brand-tint', darkTint]])}}`,
    `@media (prefers-contrast:more){:root${cssBlock([...surfaceTokens(highContrast), ['brand-text', readableOnLight(7)]])}`,
    `@media not print{${darkSelector}${cssBlock([...surfaceTokens(onDark), ['brand-text', readableOnDark(7)]])}}}`,
  ].join('\n')
}
