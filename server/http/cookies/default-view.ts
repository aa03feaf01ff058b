import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { type DocumentType, documentTypes } from '#contract/values.ts'

/*
 * The state of the view with which a person's list opens, in a cookie that goes to the address of this list alone: the
 * page then names the calls of the view, instead of calls for rows that nobody sees. When it is missing or outdated, the
 * list asks for its view's rows itself, as it does for any.
 */
const name = 'defaultView'
/** Browsers keep cookies of up to 4 kB. */
const longestState = 1_000

const optionsOf = (type: DocumentType, https: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure: https, path: `/${type}` }) as const

/** Keeps the state of the default view of a type until the browser is closed; forgets it when there is none. */
export function setDefaultViewState(
  reply: FastifyReply,
  type: DocumentType,
  state: string | undefined,
  https: boolean,
): void {
  if (state === undefined || state.length > longestState) reply.clearCookie(name, optionsOf(type, https))
  else reply.setCookie(name, state, optionsOf(type, https))
}

/** Forgets the default views of all types. */
export function clearDefaultViewStates(reply: FastifyReply, https: boolean): void {
  for (const type of documentTypes) reply.clearCookie(name, optionsOf(type, https))
}

/** The state in a request's cookies; empty when there is none. */
export function defaultViewState(cookie: string | undefined): string {
  const value = cookie?.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (value === undefined) return ''
  try {
    return decodeURIComponent(value.slice(name.length + 1))
  } catch {
    // Not one that setDefaultViewState has written.
    return ''
  }
}
