/** How traces are chosen, in the words of OpenTelemetry. */
export type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

/** The settings of tracing that the portal reads itself; the exporter reads the others. */
export type TracingSettings = {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined
  readonly OTEL_SDK_DISABLED: 'true' | 'false'
  readonly OTEL_SERVICE_NAME: string
  readonly OTEL_TRACES_SAMPLER: SamplerName
  readonly OTEL_TRACES_SAMPLER_ARG: number
  /** Milliseconds. */
  readonly OTEL_BSP_SCHEDULE_DELAY: number
}
