import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, type ErrorReply, errorStatus, type FieldError, PortalError } from '../../contract/errors.ts'

type Known = { code: ErrorCode; message: string; errors?: readonly FieldError[]; retryAfter?: number }

const unavailable: Known = {
  code: 'unavailable',
  message: 'The portal cannot reach its database just now. Please try again in a moment.',
  retryAfter: 2,
}

/** SQLSTATE classes and codes, and what the caller is told of them; the rest is unexpected. */
const bySqlState: readonly [RegExp, Known][] = [
  [/^(22021|22P02|22P05)$/, { code: 'invalid_input', message: 'The request holds a character that cannot be stored.' }],
  [/^(22003|22007|22008)$/, { code: 'invalid_input', message: 'A number or date in the request is out of range.' }],
  [/^53100$/, { code: 'storage_full', message: 'The portal has run out of space. The operator has been told.' }],
  [/^(08|53|57P|58)/, unavailable],
  [/^(57014|55P03|40001|40P01|25P0[34])$/, unavailable],
]

/** What node-postgres and the network say when the database is away, hangs or drops the line. */
const away =
  /timeout|terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|not queryable|Connection ended|Cannot use a pool/i

const byFastifyCode: Readonly<Record<string, Known>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: 'The request is too large.' },
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
      message: error.message,
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
    return { field: name || (context ?? 'request'), message: sentence(problem, name) }
  })
  return { code: 'invalid_input', message: errors[0]?.message ?? 'The request is not valid.', errors }
}

function sentence(problem: Validation[number], name: string): string {
  const params = problem.params as { allowedValues?: unknown[]; limit?: number }
  const field = name || 'The request'
  switch (problem.keyword) {
    case 'additionalProperties':
      return `"${field}" is not known here; leave it out.`
    case 'required':
      return `"${field}" is missing.`
    case 'enum':
      return `"${field}" must be one of ${(params.allowedValues ?? []).join(', ')}.`
    case 'maxLength':
      return `"${field}" is longer than ${params.limit} characters.`
    case 'minLength':
      return `"${field}" must not be empty.`
    default:
      return `"${field}" ${problem.message ?? 'is not valid'}.`
  }
}

/** Answers any error: known ones by code and sentence, all others as `unexpected`, logged once with the request id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = known(error)
  if (!found) request.log.error({ err: error }, 'unexpected error')
  else if (errorStatus[found.code] >= 500) request.log.warn({ err: error }, 'request refused')
  return sendError(
    request,
    reply,
    found ?? { code: 'unexpected', message: 'Something went wrong on our side. Please try again.' },
  )
}

/** Sends one of the closed list of errors in the shape of ErrorReply. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: Known): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const body: ErrorReply = {
    message: error.message,
    code: error.code,
    ...(error.errors ? { errors: [...error.errors] } : {}),
    requestId: request.id,
  }
  return reply
    .code(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
