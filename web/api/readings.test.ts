import { beforeEach, describe, expect, test } from 'vitest'
import { createReadings } from './readings.ts'

let readings: ReturnType<typeof createReadings>
let missed: number
const reply = (version?: number) =>
  new Response(null, version === undefined ? {} : { headers: { 'account-version': `${version}` } })

beforeEach(() => {
  missed = 0
  readings = createReadings()
  readings.whenMissed(() => missed++)
})

describe('a page that was read before the stream of changes began', () => {
  test('is read once more when anything of it is older than the stream’s first word', () => {
    for (const version of [7, 6, 7]) readings.note(reply(version))
    readings.greet(7)
    expect(missed).toBe(1)
  })

  test('is left alone when nothing has changed meanwhile, or it knows more than the stream', () => {
    readings.note(reply(7))
    readings.note(reply(8))
    readings.note(reply())
    readings.greet(7)
    expect(missed).toBe(0)
  })

  test('is read once more for a reply that was under way for long', () => {
    readings.greet(7)
    readings.note(reply(7))
    expect(missed).toBe(0)
    readings.note(reply(6))
    expect(missed).toBe(1)
  })

  test('asks for versions until that word alone, and counts the first word alone', () => {
    expect(readings.ask()).toEqual({ Prefer: 'account-version' })
    expect(readings.heard()).toBeUndefined()
    readings.note(reply(7))
    readings.greet(7)
    readings.greet(9)
    expect(readings.ask()).toEqual({})
    expect([readings.heard(), missed]).toEqual([7, 0])
  })
})
