/** What the console shows of the customers' screens: how a request looks, a form's faults, the screen after an error. */
const consoleParts = [
  '^web/requests/content/[^/]+\\.tsx?$',
  '^web/auth/(form\\.ts|AuthCard\\.tsx)$',
  '^web/app/ErrorBoundary\\.tsx$',
]

/** The rules of the import law between the console and the customers' portal. */
export const consoleRules = [
  {
    name: 'console-takes-only-named-parts',
    comment: 'The console is an application of its own: it takes the kit, the calls and a few parts of screens.',
    from: { path: '^web/console/' },
    to: {
      path: '^web/',
      pathNot: ['^web/(console|ui|api)/', ...consoleParts, '^web/paths\\.ts$', '\\.css$'],
    },
  },
  {
    name: 'nobody-imports-the-console',
    comment: 'The customers’ portal is built without it.',
    from: { path: '^web/', pathNot: '^web/console/' },
    to: { path: '^web/console/' },
  },
]
