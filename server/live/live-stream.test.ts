import { describe, expect, test } from 'vitest'
import { LiveStream } from './live-stream.ts'

describe('the stream of an open page', () => {
  test.for([
    ['a heartbeat', (stream: LiveStream) => stream.sendHeartbeat()],
    ['a change', (stream: LiveStream) => stream.publish({ version: 8, removed: 0 })],
  ] as const)('ends properly although %s is due at the moment when its session ends', async ([, send]) => {
    const stream = new LiveStream({
      accountId: 'C-1',
      userId: 'ann',
      lastEventId: undefined,
      stillSignedIn: async () => false,
    })
    let received = ''
    const read = (async () => {
      for await (const chunk of stream) received += chunk
    })()
    stream.publish({ version: 7, removed: 0 })
    await expect.poll(() => received).toContain('id: 7')
    stream.finish()
    send(stream)
    await expect(read).resolves.toBeUndefined()
    expect(received).toBe('event: hello\nid: 7\ndata: {"removed":0}\n\n')
  })
})
