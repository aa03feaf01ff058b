import { type Static, Type } from 'typebox'

/** Every code that an answer can carry, with its HTTP status. Nothing outside this list ever leaves the server. */
export const errorStatus = {
  invalid_input: 400,
  wrong_credentials: 400,
  unsupported_document: 400,
  not_signed_in: 401,
  not_allowed: 403,
  /** Allowed once the person has shown again who they are. */
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  unexpected: 500,
  unavailable: 503,
  storage_full: 507,
} as const
export type ErrorCode = keyof typeof errorStatus

export const FieldError = Type.Object({ field: Type.Optional(Type.String()), message: Type.String() })
export type FieldError = Static<typeof FieldError>

export const ErrorReply = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
  requestId: Type.String(),
})
export type ErrorReply = Static<typeof ErrorReply>

/** An error that the caller may read. `message` is a whole sentence; `errors` name the fields and the mend. */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined
  /** Seconds to wait, sent as Retry-After with 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: readonly FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'PortalError'
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}

/** What a stranger, a colleague without the right and a typing error all get: the three look alike. */
export function notFound(): PortalError {
  return new PortalError(
    'not_found',
    'We could not find this. It may have been moved, or it belongs to another account.',
  )
}
