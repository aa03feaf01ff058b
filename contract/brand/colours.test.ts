import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandStyles, checkBrandColour, nearestBrandColour } from './colours.ts'

type Colours = Record<string, string>

/** The colours of each design in a style sheet: light, dark, light and dark with more contrast. */
function parseDesigns(css: string): Colours[] {
  return [...css.matchAll(/:root(\[data-theme='dark'\])?\s*\{([^}]*)\}/g)].map(([, , body = '']) =>
    Object.fromEntries([...body.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour])),
  )
}

const tokens = parseDesigns(readFileSync(new URL('../../web/ui/styles/tokens.css', import.meta.url), 'utf8'))

function luminance(hex: string): number {
  const linear = [1, 3, 5].map((offset) => {
    const value = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
}
const contrast = (a = '', b = '') => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** The colours with too little contrast in a portal with this brand colour. */
function faults(hex: string): string[] {
  const [light, dark, lightMore, darkMore] = parseDesigns(brandStyles(hex)).map((overrides, index) => ({
    ...tokens[index],
    ...overrides,
  }))
  const cases: [string, Colours, number][] = [
    ['light', { ...light }, 4.5],
    ['dark', { ...light, ...dark }, 4.5],
    ['light with more contrast', { ...light, ...lightMore }, 7],
    ['dark with more contrast', { ...light, ...lightMore, ...dark, ...darkMore }, 7],
  ]
  return cases.flatMap(([design, colours, least]) => {
    const pairs: [string, string, number][] = [
      ['on-brand', 'brand', 4.5],
      ['on-brand', 'brand-hover', 4.5],
      ['brand', 'surface-raised', 3],
      ...['surface', 'surface-raised', 'surface-hover', 'brand-tint'].map((ground): [string, string, number] => [
        'brand-text',
        ground,
        least,
      ]),
    ]
    return pairs
      .filter(([foreground, background, minimum]) => contrast(colours[foreground], colours[background]) < minimum)
      .map(
        ([foreground, background]) =>
          `${design}: ${foreground} ${colours[foreground]} on ${background} ${colours[background]}`,
      )
  })
}

const anyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((colour) => `#${colour.toString(16).padStart(6, '0')}`)

describe('a colour that is looked at before it is chosen', () => {
  test('passes exactly in the designs that show it as it is', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        const [light, dark] = parseDesigns(brandStyles(hex))
        const shown = checkBrandColour(hex).map(({ passes, button }) => [passes, button])
        expect(shown).toEqual([light, dark].map((design) => [design?.brand === hex, design?.brand]))
      }),
    )
  })

  test('has a near one that passes in both designs: itself, if it does', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        const near = nearestBrandColour(hex)
        expect(checkBrandColour(near).every(({ passes }) => passes)).toBe(true)
        if (checkBrandColour(hex).every(({ passes }) => passes)) expect(near).toBe(hex)
      }),
    )
  })

  test('says how much contrast it has, and is proposed a darker or a lighter one', () => {
    const [light, dark] = checkBrandColour('#ffd400')
    expect([light?.passes, dark?.passes]).toEqual([false, true])
    expect(light?.toGround).toBeCloseTo(contrast('#ffd400', '#ffffff'), 5)
    expect(luminance(nearestBrandColour('#ffd400'))).toBeLessThan(luminance('#ffd400'))
    expect(luminance(nearestBrandColour('#000033'))).toBeGreaterThan(luminance('#000033'))
  })
})

describe('a portal in the operator’s colour', () => {
  test('can be read in every design, whatever the colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (colour) => {
        expect(faults(`#${colour.toString(16).padStart(6, '0')}`)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('has that very colour where it can be read', () => {
    expect(parseDesigns(brandStyles('#0b5fa5'))[0]).toMatchObject({ brand: '#0b5fa5', 'on-brand': '#ffffff' })
    expect(parseDesigns(brandStyles('#ffd400'))[1]).toMatchObject({ brand: '#ffd400', 'on-brand': '#211e1b' })
  })
})
