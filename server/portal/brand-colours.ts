/** A colour's red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
/** The text of the light design, and what its raised surfaces are in the dark. */
const ink: Colour = [33, 30, 27]
const raised: Colour = [32, 29, 27]
/** Of the surfaces on which words in the brand's colour stand, the one that leaves them the least contrast. */
const light: Colour = [240, 238, 235]
const dark: Colour = [50, 45, 41]

function read(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
/** As #rrggbb. */
export const written = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` of the other colour, from 0 to 1, in the one. */
export function mixed(colour: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(colour[at] + (other[at] - colour[at]) * share)
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
function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour itself, or as little of `towards` in it as it takes. */
function until(colour: Colour, towards: Colour, good: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 100; share++) {
    const tried = mixed(colour, towards, share / 100)
    if (good(tried)) return tried
  }
  return towards
}

const isReadable = (ground: Colour) => contrast(white, ground) >= 4.5 || contrast(ink, ground) >= 4.5

/** A surface of the brand's colour, what is written on it, and what it becomes under the pointer. */
function filled(brand: Colour): [name: string, colour: Colour][] {
  const takesWhite = contrast(white, brand) >= 4.5
  return [
    ['brand', brand],
    ['brand-hover', takesWhite ? mixed(brand, black, 0.15) : mixed(brand, white, 0.2)],
    ['on-brand', takesWhite ? white : ink],
  ]
}

/** What of a brand's colour can be read and seen on white. */
const onWhite = (brand: Colour) => until(brand, black, (colour) => contrast(colour, white) >= 3 && isReadable(colour))

/** The portal's mark for a brand whose colour is `hex` (#rrggbb): its ground, and the line on it. */
export function markColours(hex: string): { ground: Colour; line: Colour } {
  const ground = onWhite(read(hex))
  return { ground, line: contrast(white, ground) >= 4.5 ? white : ink }
}

const declared = (tokens: [name: string, colour: Colour][]) =>
  `{${tokens.map(([name, colour]) => `--${name}:${written(colour)}`).join(';')}}`

/**
 * The portal's colours for a brand whose colour is `hex` (#rrggbb), as a style sheet: for the light, the dark and the
 * high-contrast design, each as near to it as can be read: words at 4.5 (7 in high contrast), edges at 3.
 */
export function brandStyles(hex: string): string {
  const brand = read(hex)
  const tint = mixed(brand, white, 0.92)
  const darkTint = mixed(brand, raised, 0.85)
  const words = (least: number) =>
    until(brand, black, (colour) => [light, tint].every((ground) => contrast(colour, ground) >= least))
  const darkWords = (least: number) =>
    until(brand, white, (colour) => [dark, darkTint].every((ground) => contrast(colour, ground) >= least))
  const onLight = onWhite(brand)
  const onDark = until(brand, white, (colour) => contrast(colour, raised) >= 3 && isReadable(colour))
  const strong = until(brand, black, (colour) => contrast(colour, white) >= 7)
  const inDark = ":root[data-theme='dark']"
  return [
    `:root${declared([...filled(onLight), ['brand-text', words(4.5)], ['brand-tint', tint]])}`,
    `@media not print{${inDark}${declared([...filled(onDark), ['brand-text', darkWords(4.5)], ['brand-tint', darkTint]])}}`,
    `@media (prefers-contrast:more){:root${declared([...filled(strong), ['brand-text', words(7)]])}`,
    `@media not print{${inDark}${declared([...filled(onDark), ['brand-text', darkWords(7)]])}}}`,
  ].join('\n')
}
