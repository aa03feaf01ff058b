import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Colours = Record<string, string>

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The declarations of each :root block, in order: light, dark, light with more contrast, dark with more contrast. */
const blocks = [...css.matchAll(/:root(\[data-theme='dark'\])?\s*\{([^}]*)\}/g)].map((block): Colours => {
  const pairs = [...(block[2] ?? '').matchAll(/--([a-z-]+):\s*([^;]+);/g)]
  return Object.fromEntries(pairs.map((pair) => [pair[1], pair[2]]))
})
const [light, dark, lightMore, darkMore] = blocks as [Colours, Colours, Colours, Colours]
const themes: Record<string, Colours> = {
  light,
  dark: { ...light, ...dark },
  'light, high contrast': { ...light, ...lightMore },
  'dark, high contrast': { ...light, ...lightMore, ...dark, ...darkMore },
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((offset) => {
    const value = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

const grounds = ['surface', 'surface-raised', 'surface-float', 'surface-sunken', 'surface-hover']
const tones = ['neutral', 'info', 'progress', 'good', 'warn', 'bad']
const texts: [text: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['text', ground],
    ['text-muted', ground],
  ]),
  ...['surface-raised', 'surface', 'surface-hover', 'brand-tint'].map((g): [string, string] => ['brand-text', g]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['surface', 'text'],
  ...tones.flatMap((tone): [string, string][] => [
    [`status-${tone}-text`, `status-${tone}-bg`],
    [`status-${tone}-text`, 'surface-raised'],
    [`status-${tone}-text`, 'surface-hover'],
  ]),
]
const edges: [line: string, ground: string][] = [
  ...['surface', 'surface-raised', 'surface-float'].flatMap((ground): [string, string][] => [
    ['border-control', ground],
    ['focus', ground],
  ]),
  ['brand', 'surface-raised'],
]

test('there are four designs: light, dark, and each with more contrast', () => {
  expect(blocks).toHaveLength(4)
})

describe.each(Object.entries(themes))('in %s', (name, colours) => {
  const minimum = name.includes('high') ? 7 : 4.5
  test.each(texts)('text in %s can be read on %s', (text, ground) => {
    // Text in the brand colour is limited by the brand; 4.5 is what the law requires.
    const required = text === 'on-brand' || text === 'brand-text' ? 4.5 : minimum
    expect(contrast(colours[text]!, colours[ground]!)).toBeGreaterThanOrEqual(required)
  })
  test.each(edges)('a line in %s can be seen on %s', (line, ground) => {
    expect(contrast(colours[line]!, colours[ground]!)).toBeGreaterThanOrEqual(3)
  })
})
