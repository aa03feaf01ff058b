import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/*
 * Where the log of the primary ended when a browser last wrote, in a cookie: what it reads afterwards, on any server and
 * in any tab, comes from a replica only when that has replayed as much.
 */
const name = 'lastWrite'
/** Seconds. A replica that is further behind than this has more serious faults. */
const maxAge = 3_600
/** A position that no replica reaches. */
export const unreachable = 'FFFFFFFF/FFFFFFFF'
/** A pg_lsn as PostgreSQL writes it. */
const position = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/

/** Keeps the end of the log after a write. */
export function setLastWrite(reply: FastifyReply, logEnd: string, https: boolean): void {
  reply.setCookie(name, logEnd, { httpOnly: true, sameSite: 'strict', secure: https, path: '/api', maxAge })
}

/** The end of the log after the browser's last write; undefined when it has written nothing for an hour. */
export function lastWriteOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[name]
  return value !== undefined && position.test(value) ? value : undefined
}
