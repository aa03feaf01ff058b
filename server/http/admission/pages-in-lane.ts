import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymousPrincipal } from './admission.ts'

/**
 * Reads each page of a file in a place of the lane `files`, which is released as soon as the page is read: a file takes
 * hours when its reader is slow, and must not hold up others. Throws too_many_requests when the reader waits for too
 * many.
 */
export function readPagesInLane(
  request: FastifyRequest,
  reply: FastifyReply,
): <T>(pages: AsyncIterable<T>) => AsyncGenerator<T> {
  const { server, principal } = request
  return async function* (pages) {
    const iterator = pages[Symbol.asyncIterator]()
    try {
      while (true) {
        const leave = await server.admission.enter('files', principal ?? anonymousPrincipal(request), reply.raw)
        const page = await iterator.next().finally(leave)
        if (page.done) return
        yield page.value
      }
    } finally {
      await iterator.return?.()
    }
  }
}
