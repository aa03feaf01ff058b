import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#database/log.ts'
import type { SamplerName, TracingSettings } from './settings.ts'

/**
 * What makes spans and exports them in batches, by OTLP over HTTP. Address, headers, certificates and time limit of the
 * exporter and the attributes of the server come from the environment.
 */
export function createProvider(settings: TracingSettings, { version, log }: { version: string; log: Log }) {
  const own = resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME, 'service.version': version })
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  return new TracerProvider({
    resource: own.merge(detectResources({ detectors })),
    sampler: samplerOf(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(new OTLPTraceExporter(), log),
        scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  })
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name, ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  return name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}

/** The same exporter; the log has one line when it starts to fail and one when it works again. */
function logFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let fails = false
  const logResult = ({ code, error }: ExportResult) => {
    const failed = code === ExportResultCode.FAILED
    if (failed && !fails) log.warn(`Traces are lost, nothing else: they cannot be exported (${error?.message}).`)
    if (!failed && fails) log.info('Traces are exported again.')
    fails = failed
  }
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        logResult(result)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
