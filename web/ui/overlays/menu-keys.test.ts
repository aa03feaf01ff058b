import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextIndex, typeAhead } from './menu-keys.ts'

const labels = ['Ask a question', 'Follow', 'Mute', 'Évaluer', 'Copy the link', 'Close']

describe('The arrow keys of a menu', () => {
  test('begin at its ends when nothing has the focus', () => {
    expect(nextIndex('ArrowDown', -1, 4)).toBe(0)
    expect(nextIndex('ArrowUp', -1, 4)).toBe(3)
  })

  test('go round, and Home and End lead to the ends', () => {
    expect(nextIndex('ArrowDown', 3, 4)).toBe(0)
    expect(nextIndex('ArrowUp', 0, 4)).toBe(3)
    expect(nextIndex('Home', 2, 4)).toBe(0)
    expect(nextIndex('End', 2, 4)).toBe(3)
  })

  test('lead nowhere in a menu without entries, as other keys do', () => {
    expect(nextIndex('ArrowDown', -1, 0)).toBeUndefined()
    expect(nextIndex('Enter', 1, 4)).toBeUndefined()
  })

  test('lead through every entry and back, from wherever one starts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(29), (count, start) => {
        const current = start % count
        const visited = new Set([current])
        let index = current
        for (let step = 0; step < count; step++) {
          index = nextIndex('ArrowDown', index, count) ?? Number.NaN
          visited.add(index)
        }
        expect(index).toBe(current)
        expect(visited.size).toBe(count)
        expect(nextIndex('ArrowUp', nextIndex('ArrowDown', current, count) ?? -1, count)).toBe(current)
      }),
    )
  })
})

describe('Typing in a menu', () => {
  test('leads to the entry that begins so, whatever its accents and capitals', () => {
    expect(typeAhead()('m', 0, labels, 0)).toBe(2)
    expect(typeAhead()('e', 0, labels, 0)).toBe(3)
    expect(typeAhead()('É', 0, labels, -1)).toBe(3)
    expect(typeAhead()('x', 0, labels, 0)).toBeUndefined()
  })

  test('goes on to the next entry with the same letter, and to the longer beginning', () => {
    const find = typeAhead()
    expect(find('c', 0, labels, -1)).toBe(4)
    expect(find('c', 100, labels, 4)).toBe(5)
    const findLonger = typeAhead()
    expect(findLonger('c', 0, labels, -1)).toBe(4)
    expect(findLonger('l', 100, labels, 4)).toBe(5)
  })

  test('begins anew after a pause', () => {
    const find = typeAhead()
    expect(find('c', 0, labels, -1)).toBe(4)
    expect(find('f', 5_000, labels, 4)).toBe(1)
  })

  test('finds any entry by its own beginning', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 12 }), fc.nat(11), (words, chosen) => {
        const index = chosen % words.length
        const find = typeAhead()
        let current: number | undefined = -1
        for (const [position, letter] of [...(words[index] ?? '')].entries())
          current = find(letter, position * 10, words, current ?? -1) ?? current
        expect(words[current ?? -1]?.startsWith(words[index] ?? '-') || /^(.)\1*$/.test(words[index] ?? '')).toBe(true)
      }),
    )
  })
})
