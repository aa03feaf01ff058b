import { beforeEach, describe, expect, test } from 'vitest'
import { createVersionTracker } from './version-tracker.ts'

let tracker: ReturnType<typeof createVersionTracker>
let staleCalls: number
const reply = (version?: number) =>
  new Response(null, version === undefined ? {} : { headers: { 'account-version': `${version}` } })

beforeEach(() => {
  staleCalls = 0
  tracker = createVersionTracker()
  tracker.onStale(() => staleCalls++)
})

describe('a page that was read before the stream of changes began', () => {
  test('is read once more when anything of it is older than the stream’s first word', () => {
    for (const version of [7, 6, 7]) tracker.noteReply(reply(version))
    tracker.setStreamVersion(7)
    expect(staleCalls).toBe(1)
  })

  test('is left alone when nothing has changed meanwhile, or it knows more than the stream', () => {
    tracker.noteReply(reply(7))
    tracker.noteReply(reply(8))
    tracker.noteReply(reply())
    tracker.setStreamVersion(7)
    expect(staleCalls).toBe(0)
  })

  test('is read once more for a reply that was under way for long', () => {
    tracker.setStreamVersion(7)
    tracker.noteReply(reply(7))
    expect(staleCalls).toBe(0)
    tracker.noteReply(reply(6))
    expect(staleCalls).toBe(1)
  })

  test('asks for versions until that word alone, and counts the first word alone', () => {
    expect(tracker.requestHeaders()).toEqual({ Prefer: 'account-version' })
    tracker.noteReply(reply(7))
    tracker.setStreamVersion(7)
    tracker.setStreamVersion(9)
    expect(tracker.requestHeaders()).toEqual({})
    expect(staleCalls).toBe(0)
  })
})
