import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api'

/** A span that is under way, and the context in which others begin within it. */
export type Scope = { readonly span: Span; readonly context: Context; ended: boolean }

export type Scopes = {
  /** Begins a span, in the trace of `parent` if that is in one. */
  begin: (name: string, options: SpanOptions, parent?: Context) => Scope
  end: (scope: Scope) => void
  /** Runs something within a span. */
  run: <T>(scope: Scope, fn: () => T) => T
  /** The span within which the caller runs; undefined without one, or when it has ended. */
  current: () => Scope | undefined
}

/** Keeps within which span something runs. Timers and loops that began within a span are outside of it when it has ended. */
export function createScopes(tracer: Tracer): Scopes {
  const running = new AsyncLocalStorage<Scope>()
  return {
    begin: (name, options, parent = ROOT_CONTEXT) => {
      const span = tracer.startSpan(name, options, parent)
      return { span, context: trace.setSpan(parent, span), ended: false }
    },
    end: (scope) => {
      scope.ended = true
      scope.span.end()
    },
    run: (scope, fn) => running.run(scope, fn),
    current: () => {
      const scope = running.getStore()
      return scope?.ended ? undefined : scope
    },
  }
}
