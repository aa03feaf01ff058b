import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorCode,
  type ErrorReply,
  errorStatus,
  PortalError,
  type TranslatableText,
  translatable,
  type UntranslatedFieldError,
} from '#contract/errors.ts'
import type { LogRefusal } from './refusal-log.ts'
import { translateFor } from './translate.ts'

type ErrorAnswer = {
  code: ErrorCode
  message: string | TranslatableText
  errors?: readonly UntranslatedFieldError[]
  retryAfter?: number
}

const unavailable: ErrorAnswer = {
  code: 'unavailable',
  message: translatable('error.unavailable'),
  retryAfter: 2,
}

const slow: ErrorAnswer = { code: 'unavailable', message: translatable('error.slow'), retryAfter: 2 }
const busy: ErrorAnswer = { code: 'unavailable', message: translatable('error.busy'), retryAfter: 2 }

/** SQLSTATE classes and codes, and the answers to them; all others are unexpected. */
const bySqlState: readonly [RegExp, ErrorAnswer][] = [
  [/^(22021|22P02|22P05)$/, { code: 'invalid_input', message: translatable('input.character') }],
  [/^(22003|22007|22008)$/, { code: 'invalid_input', message: translatable('input.range') }],
  [/^53100$/, { code: 'storage_full', message: translatable('error.storageFull'), retryAfter: 60 }],
  // While its data moves to another database, and on a standby that takes over.
  [/^25006$/, { code: 'unavailable', message: translatable('error.readOnly'), retryAfter: 30 }],
  [/^(08|53|57P|58)/, unavailable],
  [/^(57014|25P0[34])$/, slow],
  [/^(55P03|40001|40P01)$/, busy],
]

/**
 * The messages when all connections were busy for too long, and when PostgreSQL's socket has no room for one more that
 * waits: the database is up, but has too much to do.
 */
const poolIsFull = /timeout exceeded when trying to connect|connect EAGAIN/

/** Messages of node-postgres and the network when the database is down, hangs or drops the connection. */
const databaseAway =
  /timeout|terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|not queryable|No primary answers|Connection ended|Cannot use a pool/i

const byFastifyCode: Readonly<Record<string, ErrorAnswer>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: translatable('error.tooLarge') },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'This call does not take that content type.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_input', message: 'The request has no body; this call needs one.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_input', message: 'The body is not valid JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_input',
    message: 'The body does not have the announced length.',
  },
  FST_ERR_BAD_URL: { code: 'invalid_input', message: 'The address is not a valid URL.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri_too_long', message: 'The address is too long.' },
}

function knownAnswer(error: unknown): ErrorAnswer | undefined {
  if (error instanceof PortalError) {
    return {
      code: error.code,
      message: error.words,
      ...(error.errors ? { errors: error.errors } : {}),
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    }
  }
  if (!(error instanceof Error)) return undefined
  const { code, validation, validationContext } = error as FastifyError
  if (validation) return validationAnswer(validation, validationContext)
  if (typeof code === 'string') {
    const fastify = byFastifyCode[code]
    if (fastify) return fastify
    const sql = bySqlState.find(([pattern]) => pattern.test(code))
    if (sql) return sql[1]
  }
  if (poolIsFull.test(error.message)) return busy
  if (databaseAway.test(error.message) || (typeof code === 'string' && databaseAway.test(code))) return unavailable
  if (error instanceof SyntaxError && 'statusCode' in error) {
    return { code: 'invalid_input', message: 'The body is not valid JSON.' }
  }
  return undefined
}

type Validation = NonNullable<FastifyError['validation']>

function validationAnswer(validation: Validation, context: string | undefined): ErrorAnswer {
  const errors = validation.map((problem) => {
    const params = problem.params as {
      additionalProperty?: string
      missingProperty?: string
      allowedValues?: unknown[]
    }
    const name =
      params.additionalProperty ?? params.missingProperty ?? problem.instancePath.slice(1).replaceAll('/', '.')
    return { field: name || (context ?? 'request'), message: sentenceOf(problem, name) }
  })
  return { code: 'invalid_input', message: errors[0]?.message ?? translatable('input.invalid'), errors }
}

function sentenceOf(problem: Validation[number], name: string): string | TranslatableText {
  const params = problem.params as { allowedValues?: unknown[]; limit?: number }
  const field = name || 'The request'
  switch (problem.keyword) {
    case 'additionalProperties':
      return translatable('input.unknown', { field })
    case 'required':
      return translatable('input.missing', { field })
    case 'enum':
      return translatable('input.choice', { field, choices: (params.allowedValues ?? []).join(', ') })
    case 'maxLength':
      return translatable('input.long', { field, most: params.limit ?? 0 })
    case 'minLength':
      return translatable('input.empty', { field })
    default:
      return `"${field}" ${problem.message ?? 'is not valid'}.`
  }
}

/**
 * Answers any error: known errors by code and message, all others as `unexpected`, logged once with the request id.
 * Refusals because something is full, slow or down are counted in the log.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logRefusal: LogRefusal,
): FastifyReply {
  const answer = knownAnswer(error)
  if (!answer) request.log.error({ err: error }, 'unexpected error')
  else if (errorStatus[answer.code] >= 500 || answer.code === 'too_many_requests') {
    logRefusal(`${answer.code}: ${reasonOf(error)}`, request.id)
  }
  return sendError(request, reply, answer ?? { code: 'unexpected', message: translatable('error.unexpected') })
}

/** What an error says, and what the error behind it says: the operator reads both, the caller the first. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

/** Sends an error of the closed list in the shape of ErrorReply. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: ErrorAnswer): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const body: ErrorReply = {
    message: translateFor(request, error.message),
    code: error.code,
    ...(error.errors
      ? { errors: error.errors.map((fault) => ({ ...fault, message: translateFor(request, fault.message) })) }
      : {}),
    requestId: request.id,
  }
  return reply
    .code(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
