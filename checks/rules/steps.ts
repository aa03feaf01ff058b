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

/** What the console shows of the customers' screens: how a request looks, a form's faults, the screen after an error, a document's facts. */
const consoleParts = [
  '^web/requests/content/[^/]+\\.tsx?$',
  '^web/auth/(form\\.ts|AuthCard\\.tsx)$',
  '^web/app/(ErrorBoundary|ErrorScreen)\\.tsx$',
  '^web/documents/detail/Facts\\.tsx$',
]

/** The rules of the import law between the console and the customers' portal, and of the routing that both share. */
export const consoleRules = [
  {
    name: 'console-takes-only-named-parts',
    comment: 'The console is an application of its own: it takes the kit, the calls and a few parts of screens.',
    from: { path: '^web/console/' },
    to: {
      path: '^web/',
      pathNot: ['^web/(console|ui|api|routing)/', ...consoleParts, '^web/paths\\.ts$', '\\.css$'],
    },
  },
  {
    name: 'nobody-imports-the-console',
    comment: 'The customers’ portal is built without it.',
    from: { path: '^web/', pathNot: '^web/console/' },
    to: { path: '^web/console/' },
  },
  {
    name: 'routing-imports-only-itself-ui-and-contract',
    comment: 'Following the address is the same for the portal and for the console; each brings its own routes.',
    from: { path: '^web/routing/' },
    to: { path: '^web/', pathNot: '^web/(routing|ui)/' },
  },
]
