import type { Log } from '#database/log.ts'
import type { TracingSettings } from './settings.ts'
import type { Tracing } from './tracing.ts'

/**
 * Tracing as the operator's settings say; undefined when they name no collector. What makes traces is loaded with the
 * call, because most portals have nobody who reads them.
 */
export async function openTracing(
  settings: TracingSettings,
  deps: { version: string; log: Log },
): Promise<Tracing | undefined> {
  const collector = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined || settings.OTEL_SDK_DISABLED === 'true') return undefined
  const { createTracing } = await import('./tracing.ts')
  deps.log.info(`Traces go to ${new URL(collector).origin}`)
  return createTracing(settings, deps)
}
