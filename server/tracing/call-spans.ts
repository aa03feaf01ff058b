import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '#contract/errors.ts'
import type { Scope, Scopes } from './scopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the call; null where it is not traced. */
    scope: Scope | null
  }
}

/**
 * Makes a span of each call that an application answers, in the trace that the caller's `traceparent` names; before its
 * routes are registered. An address is named by its route alone, because what stands in its place may be anybody's.
 */
export function traceCalls(app: FastifyInstance, scopes: Scopes): void {
  const propagator = new W3CTraceContextPropagator()
  app.decorateRequest('scope', null)
  /** Their calls last as long as a page is open. */
  const streams = new Set<string | undefined>()
  app.addHook('onReady', async () => {
    for (const { name, gives } of app.registered) if (gives === 'text/event-stream') streams.add(name)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions
    if (streams.has(config.endpoint)) return done()
    const scope = scopes.begin(
      route === undefined ? request.method : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'url.scheme': request.protocol,
          'portal.request_id': request.id,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      },
      propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter),
    )
    request.scope = scope
    scopes.run(scope, done)
  })
  // A body is read in the asynchronous context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.scope) scopes.run(request.scope, done)
    else done()
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof PortalError) request.scope?.span.setAttribute('error.type', error.code)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { scope } = request
    if (!scope) return
    scope.span.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) scope.span.setStatus({ code: SpanStatusCode.ERROR })
    scopes.end(scope)
  })
}
