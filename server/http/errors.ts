import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorCode,
  type ErrorReply,
  errorStatus,
  type Fault,
  PortalError,
  type Sentence,
  sentence,
} from '../../contract/errors.ts'
import type { NoteRefusal } from './refusals.ts'
import { sayTo } from './say.ts'

type Known = { code: ErrorCode; message: string | Sentence; errors?: readonly Fault[]; retryAfter?: number }

const unavailable: Known = {
  code: 'unavailable',
  message: sentence('error.unavailable'),
  retryAfter: 2,
}

const slow: Known = { code: 'unavailable', message: sentence('error.slow'), retryAfter: 2 }
const busy: Known = { code: 'unavailable', message: sentence('error.busy'), retryAfter: 2 }

/** SQLSTATE classes and codes, and what the caller is told of them; the rest is unexpected. */
const bySqlState: readonly [RegExp, Known][] = [
  [/^(22021|22P02|22P05)$/, { code: 'invalid_input', message: sentence('input.character') }],
  [/^(22003|22007|22008)$/, { code: 'invalid_input', message: sentence('input.range') }],
  [/^53100$/, { code: 'storage_full', message: sentence('error.storageFull'), retryAfter: 60 }],
  [/^(08|53|57P|58)/, unavailable],
  [/^(57014|25P0[34])$/, slow],
  [/^(55P03|40001|40P01)$/, busy],
]

/** What node-postgres says when all connections were at work for too long: the database is there, we have too much to ask. */
const poolIsFull = /timeout exceeded when trying to connect/

/** What node-postgres and the network say when the database is away, hangs or drops the line. */
const away =
  /timeout|terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|not queryable|Connection ended|Cannot use a pool/i

const byFastifyCode: Readonly<Record<string, Known>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: sentence('error.tooLarge') },
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

function known(error: unknown): Known | undefined {
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
  if (validation) return invalid(validation, validationContext)
  if (typeof code === 'string') {
    const fastify = byFastifyCode[code]
    if (fastify) return fastify
    const sql = bySqlState.find(([pattern]) => pattern.test(code))
    if (sql) return sql[1]
  }
  if (poolIsFull.test(error.message)) return busy
  if (away.test(error.message) || (typeof code === 'string' && away.test(code))) return unavailable
  if (error instanceof SyntaxError && 'statusCode' in error) {
    return { code: 'invalid_input', message: 'The body is not valid JSON.' }
  }
  return undefined
}

type Validation = NonNullable<FastifyError['validation']>

function invalid(validation: Validation, context: string | undefined): Known {
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
  return { code: 'invalid_input', message: errors[0]?.message ?? sentence('input.invalid'), errors }
}

function sentenceOf(problem: Validation[number], name: string): string | Sentence {
  const params = problem.params as { allowedValues?: unknown[]; limit?: number }
  const field = name || 'The request'
  switch (problem.keyword) {
    case 'additionalProperties':
      return sentence('input.unknown', { field })
    case 'required':
      return sentence('input.missing', { field })
    case 'enum':
      return sentence('input.choice', { field, choices: (params.allowedValues ?? []).join(', ') })
    case 'maxLength':
      return sentence('input.long', { field, most: params.limit ?? 0 })
    case 'minLength':
      return sentence('input.empty', { field })
    default:
      return `"${field}" ${problem.message ?? 'is not valid'}.`
  }
}

/**
 * Answers any error: known ones by code and sentence, all others as `unexpected`, logged once with the request id. What is
 * refused because something is full, slow or away is counted in the log.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  noteRefusal: NoteRefusal,
): FastifyReply {
  const found = known(error)
  if (!found) request.log.error({ err: error }, 'unexpected error')
  else if (errorStatus[found.code] >= 500 || found.code === 'too_many_requests') {
    noteRefusal(`${found.code}: ${error instanceof Error ? error.message : String(error)}`, request.id)
  }
  return sendError(request, reply, found ?? { code: 'unexpected', message: sentence('error.unexpected') })
}

/** Sends one of the closed list of errors in the shape of ErrorReply. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: Known): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const body: ErrorReply = {
    message: sayTo(request, error.message),
    code: error.code,
    ...(error.errors
      ? { errors: error.errors.map((fault) => ({ ...fault, message: sayTo(request, fault.message) })) }
      : {}),
    requestId: request.id,
  }
  return reply
    .code(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
