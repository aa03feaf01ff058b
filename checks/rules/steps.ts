type Feature = { steps: readonly string[]; on: readonly string[]; beside: string }

/**
 * Features built in one direction: a folder imports those named before it, and of the files beside them only `beside`.
 * What is built `on` them stands each by itself.
 */
const stepwise: Readonly<Record<string, Feature>> = {
  ingest: {
    steps: ['check', 'derive', 'match', 'publish', 'write'],
    on: [],
    beside: '^server/ingest/(types|report|insert|planned-document|document-by-number)\\.ts$',
  },
  auth: {
    steps: ['passwords', 'tokens', 'users', 'limits', 'session', 'factors', 'sign-in'],
    on: ['credentials', 'passkeys', 'sign-on', 'administration', 'staff'],
    beside: '^$',
  },
}

/** The rules of the import law for these features; the files that match `tests` may import what they like. */
export const stepRules = (tests: string) =>
  Object.entries(stepwise).flatMap(([feature, { steps, on, beside }]) =>
    [...steps, ...on].map((step) => {
      const earlier = on.includes(step) ? steps : steps.slice(0, steps.indexOf(step))
      return {
        name: `${feature}-${step}-imports-only-earlier-steps`,
        comment: 'Data goes one way, and so does what is built of parts: a step imports only what it builds on.',
        from: { path: `^server/${feature}/${step}/`, pathNot: tests },
        to: { path: `^server/${feature}/(?!(${[...earlier, step].join('|')})/)`, pathNot: beside },
      }
    }),
  )
