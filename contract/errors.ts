import { type Static, Type } from 'typebox'
import { formatText } from './format-text.ts'
import type { TextValue, TextValueArgs } from './message.ts'
import english from './messages/en/errors.json' with { type: 'json' }

/** Every error code that a reply can carry, with its HTTP status. The server never sends any other. */
export const errorStatus = {
  invalid_input: 400,
  wrong_credentials: 400,
  unsupported_document: 400,
  not_signed_in: 401,
  not_allowed: 403,
  /** Allowed after the person has proved their identity again. */
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  too_many_requests: 429,
  /** The host name is not the portal's. */
  misdirected: 421,
  expectation_failed: 417,
  headers_too_large: 431,
  unexpected: 500,
  /** The operator's machine lacks the program that makes PDFs. */
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

/** A text of messages/<language>/errors.json with its values, to be translated into the reader's language. */
export type TranslatableText = { readonly key: ErrorKey; readonly values: Readonly<Record<string, TextValue>> }
type ErrorKey = keyof typeof english

/** Returns a text to be translated, with its values. */
export function translatable<Key extends ErrorKey>(key: Key, ...args: TextValueArgs<Key>): TranslatableText {
  return { key, values: args[0] ?? {} }
}

/** Whether a value is a text that is still to be translated. */
export function isTranslatable(value: unknown): value is TranslatableText {
  return typeof value === 'object' && value !== null && 'key' in value && 'values' in value
}

/** A reply whose message, if it has one, may still have to be translated. */
export type WithTranslatableMessage<Reply> = Reply extends { message: string }
  ? Omit<Reply, 'message'> & { message: string | TranslatableText }
  : Reply

/** A problem with the input, and with which field. */
export type UntranslatedFieldError = { readonly field?: string; readonly message: string | TranslatableText }

/**
 * An error that the caller may read: a whole sentence, with problems by field and how to correct them. Texts for
 * customers come from the catalogues; texts only for the operator and the ERP are in English.
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
    // For logs and the command line; HTTP callers get the text in their own language.
    super(isTranslatable(words) ? formatText(english[words.key], 'en', words.values) : words, { cause: options.cause })
    this.name = 'PortalError'
    this.code = code
    this.words = words
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/** Returns the error for a field whose value is wrong. */
export function invalidField(field: string, message: string | TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}

/** Returns the error for a document that does not exist or that the caller may not see: both must look the same. */
export function notFound(): PortalError {
  return new PortalError('not_found', translatable('error.notFound'))
}
