import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buttonWeight, type Control, coveredWeight, findFreePosition } from './free-place.ts'

const size = { width: 400, height: 80 }
const room = { left: 16, top: 16, right: 1424, bottom: 884 }
const [end, start] = [1024, 16]
const button = (left: number, top: number, weight = buttonWeight): Control => ({
  box: { left, top, right: left + 120, bottom: top + 36 },
  weight,
})
const boxAt = (place: { left: number; top: number }) => ({
  ...place,
  right: place.left + size.width,
  bottom: place.top + size.height,
})

describe('A message', () => {
  test('stands at the end of the bottom where nothing is in the way', () => {
    expect(findFreePosition(size, room, [end, start], [button(500, 400)])).toEqual({ left: end, top: 804 })
  })

  test('goes to the other side when a button is there', () => {
    expect(findFreePosition(size, room, [end, start], [button(1100, 830)])).toEqual({ left: start, top: 804 })
  })

  test('goes up above a bar that reaches from side to side', () => {
    const bar = [button(40, 840), button(1100, 840)]
    expect(findFreePosition(size, room, [end, start], bar)).toEqual({ left: end, top: 752 })
  })

  test('stays at the bottom over links, and goes up over links for the sake of a button', () => {
    const links = Array.from({ length: 24 }, (_, row) => button(1100, 16 + row * 36, 1))
    expect(findFreePosition(size, room, [end], links)).toEqual({ left: end, top: 804 })
    const place = findFreePosition(size, room, [end], [...links, button(1250, 830)])
    expect(coveredWeight(boxAt(place), [button(1250, 830)])).toBe(0)
  })

  test('stays in the window and covers nothing wherever one of its places is free', () => {
    const control = fc
      .record({ left: fc.integer({ min: 0, max: 1320 }), top: fc.integer({ min: 0, max: 860 }) })
      .map(({ left, top }) => button(left, top))
    fc.assert(
      fc.property(fc.array(control, { maxLength: 30 }), (controls) => {
        const place = findFreePosition(size, room, [end, start], controls)
        const box = boxAt(place)
        expect(box.left).toBeGreaterThanOrEqual(room.left)
        expect(box.right).toBeLessThanOrEqual(room.right)
        expect(box.top).toBeGreaterThanOrEqual(room.top)
        expect(box.bottom).toBeLessThanOrEqual(room.bottom)
        const free = [end, start].some((left) => coveredWeight(boxAt({ left, top: 804 }), controls) === 0)
        if (free) expect(coveredWeight(box, controls)).toBe(0)
      }),
    )
  })
})
