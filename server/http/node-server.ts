import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import type { Limits } from './admission/limits.ts'
import { setSecurityHeaders } from './headers.ts'

/** An HTTP server whose every reply has the security headers, also replies that no route has made. */
export function createNodeServer(
  handler: RequestListener,
  headers: readonly [string, string][],
  limits: Limits,
): Server {
  const options = {
    headersTimeout: limits.headersTimeout,
    connectionsCheckingInterval: limits.checkConnections,
    requireHostHeader: false,
  }
  const server = createServer(options, (request, response) => {
    setSecurityHeaders(response, headers)
    closeWhenNotTaken(request, response, limits.connectionTimeout)
    const fault = faultOf(request)
    if (fault === undefined) handler(request, response)
    else refuse(response, 400, 'invalid_input', fault)
  })
  // For an unknown expectation (RFC 9110, 10.1.1): Node's own answer would be bare.
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    setSecurityHeaders(response, headers)
    const fault = 'The portal knows no expectation but 100-continue. Leave Expect out.'
    refuse(response, 417, 'expectation_failed', fault)
  })
  // A stream of documents may take hours: limitBodies has the limits of bodies.
  server.requestTimeout = 0
  server.keepAliveTimeout = limits.keepAliveTimeout
  return server
}

/**
 * Closes the connection of a reply of which nothing has been taken for so many milliseconds, so that what the reply
 * occupies is free again. One that has no bytes to send waits for the portal, and stays.
 */
function closeWhenNotTaken({ socket }: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  // A listener of the server itself would also keep connections open that rest for longer than keepAliveTimeout.
  response.setTimeout(milliseconds, () => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

/** Why a request is refused before anything looks at it. */
function faultOf(request: IncomingMessage): string | undefined {
  // The router would find the path in an address with scheme and host; what else reads the address looks at its beginning.
  if (!request.url?.startsWith('/')) return 'The address of the request must begin with a slash.'
  const hosts = countHostHeaders(request)
  // Proxies look after a server with calls as old as HTTP/1.0, which name no host.
  if (hosts === 1 || (hosts === 0 && request.url.startsWith('/api/health/'))) return undefined
  return 'The request must have exactly one Host header.'
}

function refuse(response: ServerResponse, status: number, code: ErrorCode, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(errorBody(code, message))
}

/** Counts Host headers: Node would answer a request without one by itself, and use the first of two. */
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ message, code, requestId: '-' })
}

const parserErrors: Readonly<Record<string, [number, ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The request has too many or too long headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_input', 'The request took too long to arrive.'],
}

/** Ends a request whose body arrives too slowly, with an error reply. */
export function refuseSlow(request: IncomingMessage, headers: readonly [string, string][]): void {
  refuseMalformed(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket, headers)
  request.destroy()
}

/** Answers requests that the HTTP parser refuses, in the same shape and with the same headers as every other error. */
export function refuseMalformed(
  error: Error & { code?: string },
  socket: Socket,
  headers: readonly [string, string][],
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, message] = parserErrors[error.code ?? ''] ?? [
    400,
    'invalid_input',
    'The request is not valid HTTP.',
  ]
  const body = errorBody(code, message)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'cache-control: no-store',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
