import { type Static, Type } from 'typebox'
import { formatText } from './format-text.ts'
import type { TextValue, TextValueArgs } from './message.ts'
import { errors as english } from './messages/en/errors.ts'

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
  /** A name that is not the portal's. */
  misdirected: 421,
  expectation_failed: 417,
  headers_too_large: 431,
  unexpected: 500,
  /** The operator's machine lacks what sets papers. */
  cannot_print: 501,
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

/** A sentence of messages/<language>/errors.ts with its values: it is said in the language of whoever reads it. */
export type TranslatableText = { readonly key: ErrorKey; readonly values: Readonly<Record<string, TextValue>> }
type ErrorKey = keyof typeof english

/** Names a sentence and gives it its values. */
export function translatable<Key extends ErrorKey>(
  key: Key,
  ...args: TextValueArgs<(typeof english)[Key]>
): TranslatableText {
  return { key, values: args[0] ?? {} }
}

/** Whether something is a sentence that is still to be said. */
export function isTranslatable(value: unknown): value is TranslatableText {
  return typeof value === 'object' && value !== null && 'key' in value && 'values' in value
}

/** A reply whose message, if it has one, is a sentence that is still to be said. */
export type WithTranslatableMessage<Reply> = Reply extends { message: string }
  ? Omit<Reply, 'message'> & { message: string | TranslatableText }
  : Reply

/** What is wrong with which field. */
export type UntranslatedFieldError = { readonly field?: string; readonly message: string | TranslatableText }

/**
 * An error that the caller may read: a whole sentence, with faults that name the fields and the mend. What customers
 * read is a sentence of the catalogues; what only the operator and the ERP side read is a text in English.
 */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly words: string | TranslatableText
  readonly errors: readonly UntranslatedFieldError[] | undefined
  /** Seconds to wait, sent as Retry-After with 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    words: string | TranslatableText,
    options: { errors?: readonly UntranslatedFieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    // For logs and the command line; who calls over HTTP is answered in their own language.
    super(isTranslatable(words) ? formatText(english[words.key], 'en', words.values) : words, { cause: options.cause })
    this.name = 'PortalError'
    this.code = code
    this.words = words
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/** What a stranger, a colleague without the right and a typing error all get: the three look alike. */
export function notFound(): PortalError {
  return new PortalError('not_found', translatable('error.notFound'))
}
