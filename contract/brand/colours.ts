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

const isReadable = (ground: Colour) => contrast(white, ground) >= leastOfText || contrast(ink, ground) >= leastOfText

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
const visibleOnWhite = (brand: Colour) => mixUntil(brand, black, (colour) => passesOn(white, colour))

/** The colours of the portal's mark for a brand colour `hex` (#rrggbb): its background and the line on it. */
export function markColours(hex: string): { ground: Colour; line: Colour } {
  const ground = visibleOnWhite(parseHex(hex))
  return { ground, line: textOn(ground) }
}

const textOn = (ground: Colour) => (contrast(white, ground) >= leastOfText ? white : ink)

/**
 * The colours (#rrggbb) of a large area in a brand colour `hex` (#rrggbb) on paper and of the text on it. Even a pale one
 * stays as it is, because an area is no sign; one on which neither white nor dark text can be read is darkened.
 */
export function areaColours(hex: string): { ground: string; text: string } {
  const ground = mixUntil(parseHex(hex), black, isReadable)
  return { ground: toHex(ground), text: toHex(textOn(ground)) }
}

/** How a brand colour shows in a design: whether as it is, with its contrast to the ground and to the text on it. */
export type ColourCheck = {
  theme: 'light' | 'dark'
  /** Contrast to the surface of cards: at least 3 for what is no text. */
  toGround: number
  /** Contrast of the better of the two colours of text on it: at least 4.5. */
  ofText: number
  passes: boolean
  /** The colour of buttons, links and the text on buttons: the nearest that can be read. */
  button: string
  link: string
  onButton: string
}

const leastOnGround = 3
const leastOfText = 4.5
const cardGrounds = { light: white, dark: darkRaised } as const
const passesOn = (ground: Colour, colour: Colour) => contrast(colour, ground) >= leastOnGround && isReadable(colour)

/** How a brand colour `hex` (#rrggbb) shows in each of the two designs. */
export function checkBrandColour(hex: string): ColourCheck[] {
  const brand = parseHex(hex)
  return (['light', 'dark'] as const).map((theme) => {
    const tokens = Object.fromEntries(brandTokens(hex)[theme])
    const ground = cardGrounds[theme]
    return {
      theme,
      toGround: contrast(brand, ground),
      ofText: Math.max(contrast(white, brand), contrast(ink, brand)),
      passes: passesOn(ground, brand),
      ...{ button: tokens.brand ?? hex, link: tokens['brand-text'] ?? hex, onButton: tokens['on-brand'] ?? hex },
    }
  })
}

/** The colour (#rrggbb) nearest to `hex` that shows as it is in both designs: with the least black or white in it. */
export function nearestBrandColour(hex: string): string {
  const brand = parseHex(hex)
  const passes = (colour: Colour) => Object.values(cardGrounds).every((ground) => passesOn(ground, colour))
  for (let share = 0; share < 100; share++) {
    const candidate = [black, white].map((other) => mix(brand, other, share / 100)).find(passes)
    if (candidate) return toHex(candidate)
  }
  throw new RangeError(`No colour near ${hex} can be read.`)
}

/** The colours of the light and of the dark design for a brand colour `hex` (#rrggbb), by the names of their tokens. */
export function brandTokens(hex: string): Readonly<Record<'light' | 'dark', [name: string, colour: string][]>> {
  const { light, dark } = designsOf(parseHex(hex))
  const named = (tokens: Token[]) => tokens.map(([name, colour]): [string, string] => [name, toHex(colour)])
  return { light: named(light), dark: named(dark) }
}

type Token = [name: string, colour: Colour]

/** The tokens of each design, each as near to the brand's colour as contrast allows. */
function designsOf(brand: Colour): Readonly<Record<'light' | 'dark' | 'lightMore' | 'darkMore', Token[]>> {
  const tint = mix(brand, white, 0.92)
  const darkTint = mix(brand, darkRaised, 0.85)
  const readableOnLight = (least: number) =>
    mixUntil(brand, black, (colour) => [worstLightSurface, tint].every((ground) => contrast(colour, ground) >= least))
  const readableOnDark = (least: number) =>
    mixUntil(brand, white, (colour) =>
      [worstDarkSurface, darkTint].every((ground) => contrast(colour, ground) >= least),
    )
  const onLight = visibleOnWhite(brand)
  const onDark = mixUntil(brand, white, (colour) => passesOn(darkRaised, colour))
  const highContrast = mixUntil(brand, black, (colour) => contrast(colour, white) >= 7)
  return {
    light: [...surfaceTokens(onLight), ['brand-text', readableOnLight(4.5)], ['brand-tint', tint]],
    dark: [...surfaceTokens(onDark), ['brand-text', readableOnDark(4.5)], ['brand-tint', darkTint]],
    lightMore: [...surfaceTokens(highContrast), ['brand-text', readableOnLight(7)]],
    darkMore: [...surfaceTokens(onDark), ['brand-text', readableOnDark(7)]],
  }
}

const cssBlock = (tokens: Token[]) => `{${tokens.map(([name, colour]) => `--${name}:${toHex(colour)}`).join(';')}}`

/**
 * A style sheet with the portal's colours for a brand colour `hex` (#rrggbb), for the light, dark and high-contrast
 * designs. Each is as near to it as contrast allows: 4.5 for text (7 in high contrast), 3 for edges.
 */
export function brandStyles(hex: string): string {
  const { light, dark, lightMore, darkMore } = designsOf(parseHex(hex))
  // Counts more than the portal's own colours, whichever file is loaded first.
  const root = ':root:root'
  const darkSelector = `${root}[data-theme='dark']`
  return [
    `${root}${cssBlock(light)}`,
    `@media not print{${darkSelector}${cssBlock(dark)}}`,
    `@media (prefers-contrast:more){${root}${cssBlock(lightMore)}`,
    `@media not print{${darkSelector}${cssBlock(darkMore)}}}`,
  ].join('\n')
}
