import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readImports, ruleNames } from './import-law.ts'
import { projectPaths } from './project-files.ts'
import { withTemporaryProject } from './temporary-project.ts'

const root = resolve(import.meta.dirname, '../..')
const installed = ['typebox', 'intl-messageformat', 'pg', 'fastify', '@tanstack/react-query', 'react']
const developed = ['vitest', 'pg-copy-streams']

const packageFiles = Object.fromEntries(
  [...installed, ...developed].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' })],
    [`node_modules/${name}/index.js`, 'export const value = 1\n'],
  ]),
)
const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']))
const manifest = JSON.stringify({
  name: 'planted',
  type: 'module',
  imports: { '#server/*': './server/*', '#web/*': './web/*' },
  dependencies: versions(installed),
  devDependencies: versions(developed),
})

const ownValue = 'export type Value = number\nexport const value = 1\n'
/** How a file imports another, or a package by its name. */
const specifierOf = (from: string, to: string) =>
  to.includes('.') ? `${'../'.repeat(from.split('/').length - 1)}${to}`.replace(/^(?!\.)/, './') : to

/** A project of two files: `from` imports `to` (a path, or a package by name). */
const plantedProject = (from: string, to: string, statement: (specifier: string) => string) => ({
  ...packageFiles,
  'package.json': manifest,
  ...(to.includes('.') ? { [to]: ownValue } : {}),
  [from]: `${statement(specifierOf(from, to))}\nexport const own = 1\n`,
})
const rulesBrokenBy = (from: string, to: string, statement = (it: string) => `import { value } from '${it}'`) =>
  withTemporaryProject(plantedProject(from, to, statement), async (folder) => {
    const { violations } = await readImports(folder)
    return violations.map(({ rule }) => rule)
  })

const forbidden: [rule: string, from: string, to: string][] = [
  ['contract-imports-only-itself', 'contract/orders.ts', 'database/connect.ts'],
  ['contract-imports-only-itself', 'contract/orders.ts', 'server/config.ts'],
  ['contract-imports-only-itself', 'contract/orders.test.ts', 'web/paths.ts'],
  ['contract-knows-only-schemas-and-messages', 'contract/orders.ts', 'react'],
  ['contract-knows-only-schemas-and-messages', 'contract/orders.ts', 'node:fs'],
  ['database-imports-only-contract', 'database/connect.ts', 'server/config.ts'],
  ['database-imports-only-contract', 'database/seed/stories.ts', 'web/paths.ts'],
  ['database-knows-only-its-drivers', 'database/connect.ts', 'fastify'],
  ['http-imports-only-contract', 'server/http/viewer.ts', 'database/connect.ts'],
  ['http-imports-only-contract', 'server/http/viewer.ts', 'server/auth/session/sessions.ts'],
  ['http-imports-only-contract', 'server/http/viewer.ts', 'server/mail/outbox.ts'],
  ['mail-imports-only-contract', 'server/mail/outbox.ts', 'database/connect.ts'],
  ['mail-imports-only-contract', 'server/mail/outbox.ts', 'server/auth/users/queries.ts'],
  ['jobs-import-only-contract-and-database', 'server/jobs/queue.ts', 'server/ingest/replay.ts'],
  ['jobs-import-only-contract-and-database', 'server/jobs/queue.ts', 'server/http/viewer.ts'],
  ['server-feature-imports-no-other-feature', 'server/search/find.ts', 'server/documents/queries.ts'],
  ['server-feature-imports-no-other-feature', 'server/search/routes.ts', 'server/auth/session/sessions.ts'],
  ['server-feature-imports-no-other-feature', 'server/search/find.ts', 'server/audit/queries.ts'],
  ['server-feature-imports-no-other-feature', 'server/audit/record.ts', 'server/auth/users/queries.ts'],
  ['server-feature-imports-no-other-feature', 'server/search/find.test.ts', 'server/documents/queries.ts'],
  ['only-routes-import-http', 'server/search/find.ts', 'server/http/viewer.ts'],
  ['only-routes-import-http', 'server/search/queries.ts', 'server/http/viewer.ts'],
  ['only-queries-import-database', 'server/search/routes.ts', 'database/connect.ts'],
  ['only-queries-import-database', 'server/search/find.ts', 'database/connect.ts'],
  ['server-feature-is-handed-mail-and-jobs', 'server/auth/invite.ts', 'server/mail/outbox.ts'],
  ['server-feature-is-handed-mail-and-jobs', 'server/auth/routes.ts', 'server/jobs/queue.ts'],
  ['only-wiring-imports-wiring', 'server/auth/routes.ts', 'server/config.ts'],
  ['only-wiring-imports-wiring', 'server/http/admission/limits.ts', 'server/app.ts'],
  ['only-wiring-composes-server-features', 'server/config.ts', 'server/auth/users/queries.ts'],
  ['only-wiring-imports-commands', 'server/app.ts', 'server/commands/keys.ts'],
  ['only-wiring-imports-commands', 'server/search/find.ts', 'server/commands/keys.ts'],
  ['formats-know-only-messages', 'server/formats/ubl/read/lines.ts', 'database/connect.ts'],
  ['formats-know-only-messages', 'server/formats/ubl/read/lines.ts', 'server/ingest/ingest.ts'],
  ['formats-know-only-messages', 'server/formats/ubl/read/lines.test.ts', 'server/testing/portal.ts'],
  ['formats-know-only-messages', 'server/formats/dates.ts', 'pg'],
  ['formats-know-no-other-format', 'server/formats/ubl/read/lines.ts', 'server/formats/zip/read.ts'],
  ['formats-know-no-other-format', 'server/formats/ubl/read/lines.ts', 'server/formats/cii/read-cii.ts'],
  ['cii-knows-ubl-alone', 'server/formats/cii/read-cii.ts', 'server/formats/zip/read.ts'],
  ['ingest-knows-no-format-by-name', 'server/ingest/intake.ts', 'server/formats/ubl/format.ts'],
  ['ingest-check-imports-only-earlier-steps', 'server/ingest/check/check.ts', 'server/ingest/match/accounts.ts'],
  ['ingest-check-imports-only-earlier-steps', 'server/ingest/check/check.ts', 'server/ingest/ingest.ts'],
  ['ingest-derive-imports-only-earlier-steps', 'server/ingest/derive/credits.ts', 'server/ingest/write/batch.ts'],
  ['ingest-match-imports-only-earlier-steps', 'server/ingest/match/accounts.ts', 'server/ingest/write/batch.ts'],
  ['ingest-publish-imports-only-earlier-steps', 'server/ingest/publish/changes.ts', 'server/ingest/write/batch.ts'],
  ['ingest-write-imports-only-earlier-steps', 'server/ingest/write/batch.ts', 'server/ingest/maintenance/withdraw.ts'],
  ['auth-passwords-imports-only-earlier-steps', 'server/auth/passwords/strength.ts', 'server/auth/session/sessions.ts'],
  ['auth-tokens-imports-only-earlier-steps', 'server/auth/tokens/proof.ts', 'server/auth/users/queries.ts'],
  ['auth-users-imports-only-earlier-steps', 'server/auth/users/security-notices.ts', 'server/auth/limits/alarms.ts'],
  ['auth-limits-imports-only-earlier-steps', 'server/auth/limits/alarms.ts', 'server/auth/session/sessions.ts'],
  ['auth-session-imports-only-earlier-steps', 'server/auth/session/sessions.ts', 'server/auth/sign-in/sign-in.ts'],
  ['auth-factors-imports-only-earlier-steps', 'server/auth/factors/challenge.ts', 'server/auth/auth.ts'],
  ['auth-sign-in-imports-only-earlier-steps', 'server/auth/sign-in/sign-in.ts', 'server/auth/passkeys/passkeys.ts'],
  [
    'auth-credentials-imports-only-earlier-steps',
    'server/auth/credentials/own-password.ts',
    'server/auth/passkeys/passkeys.ts',
  ],
  ['auth-passkeys-imports-only-earlier-steps', 'server/auth/passkeys/passkeys.ts', 'server/auth/cookies.ts'],
  [
    'auth-sign-on-imports-only-earlier-steps',
    'server/auth/sign-on/sign-on.ts',
    'server/auth/credentials/own-password.ts',
  ],
  [
    'auth-administration-imports-only-earlier-steps',
    'server/auth/administration/users.ts',
    'server/auth/credentials/own-password.ts',
  ],
  ['auth-staff-imports-only-earlier-steps', 'server/auth/staff/invitations.ts', 'server/auth/administration/users.ts'],
  ['server-never-web', 'server/app.ts', 'web/paths.ts'],
  ['server-never-web', 'server/search/routes.test.ts', 'web/paths.ts'],
  ['web-never-server-or-database', 'web/search/queries.ts', 'server/search/find.ts'],
  ['web-never-server-or-database', 'web/search/queries.test.ts', 'database/connect.ts'],
  ['web-runs-in-the-browser', 'web/search/queries.ts', 'node:fs'],
  ['ui-imports-only-itself-values-and-messages', 'web/ui/Table.tsx', 'web/paths.ts'],
  ['ui-imports-only-itself-values-and-messages', 'web/ui/Table.tsx', 'web/documents/ListPage.tsx'],
  ['ui-imports-only-itself-values-and-messages', 'web/ui/Table.tsx', 'contract/documents/orders.ts'],
  ['ui-imports-only-itself-values-and-messages', 'web/ui/Table.tsx', 'web/routing/Link.tsx'],
  ['ui-knows-no-cache', 'web/ui/Table.tsx', '@tanstack/react-query'],
  ['api-imports-only-itself-and-contract', 'web/api/call.ts', 'web/ui/Toast.tsx'],
  ['api-imports-only-itself-and-contract', 'web/api/call.ts', 'web/paths.ts'],
  ['routing-imports-only-itself-ui-and-contract', 'web/routing/router.ts', 'web/paths.ts'],
  ['routing-imports-only-itself-ui-and-contract', 'web/routing/Link.tsx', 'web/search/SearchPage.tsx'],
  ['paths-import-only-contract', 'web/paths.ts', 'web/app/router.tsx'],
  ['web-feature-imports-no-other-feature', 'web/search/SearchPage.tsx', 'web/documents/ListPage.tsx'],
  ['web-feature-imports-no-other-feature', 'web/search/SearchPage.tsx', 'web/shell/Header.tsx'],
  ['web-feature-imports-no-other-feature', 'web/search/SearchPage.tsx', 'web/app/router.tsx'],
  ['only-documents-show-requests', 'web/dashboard/Activity.tsx', 'web/requests/ConversationCard.tsx'],
  ['web-feature-imports-no-other-feature', 'web/documents/detail/DocumentPage.tsx', 'web/requests/RequestsPage.tsx'],
  ['web-feature-imports-no-other-feature', 'web/requests/RequestsPage.tsx', 'web/documents/fields.ts'],
  ['console-takes-only-named-parts', 'web/console/inbox/InboxPage.tsx', 'web/requests/RequestsPage.tsx'],
  ['nobody-imports-the-console', 'web/app/router.tsx', 'web/console/router.ts'],
  ['list-knows-no-document-page', 'web/documents/list/rows/ListRow.tsx', 'web/documents/shipment/journey.ts'],
  ['document-page-knows-no-list', 'web/documents/detail/DocumentPage.tsx', 'web/documents/list/queries.ts'],
  ['only-shell-and-app-compose-web-features', 'web/main.tsx', 'web/documents/ListPage.tsx'],
  ['nobody-imports-tests', 'server/search/more.test.ts', 'server/search/find.test.ts'],
  ['nobody-imports-tests', 'e2e/more.e2e.ts', 'e2e/chain.e2e.ts'],
  ['only-tests-import-testing', 'server/app.ts', 'database/testing/database.ts'],
  ['only-tests-import-testing', 'server/search/queries.ts', 'database/testing/database.ts'],
  ['only-tests-import-testing', 'server/search/routes.ts', 'server/testing/portal.ts'],
  ['only-main-and-cli-seed', 'server/app.ts', 'database/seed/stories.ts'],
  ['only-main-and-cli-seed', 'server/documents/queries.ts', 'database/seed/stories.ts'],
  ['nobody-imports-tools', 'server/app.ts', 'checks/rules/project-files.ts'],
  ['nobody-imports-tools', 'web/app/router.tsx', 'bench/harness/load.ts'],
  ['nobody-imports-tools', 'database/migrate.ts', 'e2e/harness/browser.ts'],
  ['nobody-imports-tools', 'server/main.ts', 'run.mjs'],
  ['product-needs-no-development-package', 'server/app.ts', 'pg-copy-streams'],
  ['no-unresolvable', 'server/app.ts', 'absent'],
]

const allowed: [from: string, to: string][] = [
  ['contract/orders.ts', 'contract/values.ts'],
  ['contract/orders.ts', 'typebox'],
  ['contract/format-text.ts', 'intl-messageformat'],
  ['database/connect.ts', 'contract/values.ts'],
  ['database/connect.ts', 'pg'],
  ['database/connect.ts', 'node:fs'],
  ['server/http/viewer.ts', 'contract/errors.ts'],
  ['server/jobs/queue.ts', 'database/connect.ts'],
  ['server/search/routes.ts', 'server/http/viewer.ts'],
  ['server/search/routes.ts', 'server/search/queries.ts'],
  ['server/search/queries.ts', 'database/connect.ts'],
  ['server/search/find.ts', 'database/transaction.ts'],
  ['server/mail/outbox.ts', 'database/repeat.ts'],
  ['server/documents/list/queries.ts', 'database/connect.ts'],
  ['server/documents/list-routes.ts', 'server/http/viewer.ts'],
  ['server/search/find.ts', 'contract/search/search.ts'],
  ['server/documents/accept.ts', 'server/notifications/announce.ts'],
  ['server/profile/change.ts', 'server/auth/passwords/passwords.ts'],
  ['server/company/invite.ts', 'server/auth/tokens/mailed-token.ts'],
  ['server/auth/session/sessions.ts', 'server/audit/record.ts'],
  ['server/ingest/intake.ts', 'server/formats/formats.ts'],
  ['server/ingest/trade/trade-messages.ts', 'server/formats/zip/read.ts'],
  ['server/documents/export/xlsx.ts', 'server/formats/zip/write.ts'],
  ['server/formats/ubl/read/lines.ts', 'server/formats/message.ts'],
  ['server/formats/cii/read-cii.ts', 'server/formats/ubl/read/xml.ts'],
  ['server/auth/session/sessions.ts', 'server/auth/limits/alarms.ts'],
  ['server/auth/passkeys/passkeys.ts', 'server/auth/sign-in/sign-in.ts'],
  ['server/auth/factor-routes.ts', 'server/auth/credentials/second-factors.ts'],
  ['server/formats/ubl/read/lines.ts', 'contract/money.ts'],
  ['server/ingest/ingest.ts', 'server/ingest/write/batch.ts'],
  ['server/ingest/write/batch.ts', 'server/ingest/check/prepare.ts'],
  ['server/ingest/check/check.ts', 'server/ingest/types.ts'],
  ['server/tests/moves.test.ts', 'server/ingest/maintenance/withdraw.ts'],
  ['server/search/find.test.ts', 'database/testing/database.ts'],
  ['server/search/find.test.ts', 'server/app.ts'],
  ['server/search/find.test.ts', 'server/testing/portal.ts'],
  ['server/testing/portal.ts', 'server/auth/administration/users.ts'],
  ['server/testing/portal.ts', 'vitest'],
  ['server/search/find.test.ts', 'vitest'],
  ['server/app.ts', 'server/search/routes.ts'],
  ['server/main.ts', 'database/seed/stories.ts'],
  ['server/cli.ts', 'server/ingest/ingest.ts'],
  ['server/cli.ts', 'server/commands/keys.ts'],
  ['server/commands/keys.ts', 'server/ingest/ingest.ts'],
  ['server/commands/keys.ts', 'server/config.ts'],
  ['server/commands/seed.ts', 'database/seed/stories.ts'],
  ['web/ui/Table.tsx', 'contract/values.ts'],
  ['web/ui/Table.tsx', 'contract/message-keys.ts'],
  ['web/api/call.ts', 'contract/endpoints.ts'],
  ['web/search/SearchPage.tsx', 'web/ui/Table.tsx'],
  ['web/search/SearchPage.tsx', 'web/paths.ts'],
  ['web/search/queries.ts', 'web/api/call.ts'],
  ['web/documents/detail/DocumentPage.tsx', 'web/requests/ConversationCard.tsx'],
  ['web/documents/detail/DocumentPage.tsx', 'web/documents/fields.ts'],
  ['web/search/SearchPage.tsx', 'web/routing/Link.tsx'],
  ['web/routing/router.ts', 'web/ui/after-paint.ts'],
  ['web/shell/Header.tsx', 'web/search/SearchBox.tsx'],
  ['web/app/router.tsx', 'web/search/SearchPage.tsx'],
  ['e2e/chain.e2e.ts', 'server/main.ts'],
  ['bench/harness/load.ts', 'database/seed/stories.ts'],
]

/** All planted imports in one project: read one by one they take a third of a minute. */
const allPlanted = async () => {
  const files: Record<string, string> = { ...packageFiles, 'package.json': manifest }
  for (const [index, [from, to]] of [...forbidden.map(([, ...pair]) => pair), ...allowed].entries()) {
    if (to.includes('.')) files[to] ??= ownValue
    files[from] = `import { value as value${index} } from '${specifierOf(from, to)}'\n${files[from] ?? ownValue}`
  }
  return (await withTemporaryProject(files, readImports)).violations
}
const planted = await allPlanted()
/** The rules that an import breaks; together the planted imports also form cycles. */
const rulesBrokenIn = (from: string, to: string) => {
  const isTo = (path: string) => path === to.replace('node:', '') || path.startsWith(`node_modules/${to}/`)
  return planted
    .filter((one) => one.from === from && isTo(one.to) && one.rule !== 'no-circular')
    .map(({ rule }) => rule)
}

describe('each rule of the import law catches its planted violation', () => {
  test.for(forbidden)('%s: %s may not import %s', ([rule, from, to]) => {
    expect(rulesBrokenIn(from, to)).toEqual([rule])
  })

  test('no-circular: two files that import each other are caught', async () => {
    const files = {
      'server/search/find.ts': "import { rank } from './rank.ts'\nexport const find = () => rank\n",
      'server/search/rank.ts': "import { find } from './find.ts'\nexport const rank = () => find\n",
    }
    const { violations } = await withTemporaryProject(files, readImports)
    expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['no-circular']))
  })

  test('no-circular: two files whose types need each other are caught', async () => {
    const files = {
      'contract/a.ts': "import type { B } from './b.ts'\nexport type A = { b: B }\n",
      'contract/b.ts': "import type { A } from './a.ts'\nexport type B = { a: A }\n",
    }
    const { violations } = await withTemporaryProject(files, readImports)
    expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['no-circular']))
  })

  test.for([
    (it: string) => `import type { Value } from '${it}'`,
    (it: string) => `export { value } from '${it}'`,
    (it: string) => `const late = import('${it}')`,
    (it: string) => `export type Late = import('${it}').Value`,
  ])('a type, a re-export and a late import count like any other import (%#)', async (statement) => {
    expect(await rulesBrokenBy('server/app.ts', 'web/paths.ts', statement)).toEqual(['server-never-web'])
  })

  test('an import through the map of package.json counts like any other', async () => {
    expect(await rulesBrokenBy('server/app.ts', 'web/paths.ts', () => "import { value } from '#web/paths.ts'")).toEqual(
      ['server-never-web'],
    )
  })

  test('no rule is without a planted violation', async () => {
    const covered = new Set([...forbidden.map(([rule]) => rule), 'no-circular'])
    expect([...covered].sort()).toEqual((await ruleNames()).sort())
  })
})

describe('the import law lets through what it should', () => {
  test('each of them was read: only the one that leads nowhere does', () => {
    expect(planted.filter(({ rule }) => rule === 'no-unresolvable').map(({ to }) => to)).toEqual(['absent'])
  })

  test.for(allowed)('%s may import %s', ([from, to]) => {
    expect(rulesBrokenIn(from, to)).toEqual([])
  })
})

describe('the project', () => {
  test('keeps the import law, every source file of every layer having been read', { timeout: 60_000 }, async () => {
    const { modules, imports, violations } = await readImports(root)
    expect(violations).toEqual([])
    const sources = projectPaths(root).filter((path) =>
      /^(contract|database|server|web|checks|e2e|bench)\/.*\.tsx?$/.test(path),
    )
    expect(sources.filter((path) => !modules.includes(path) && !path.endsWith('.d.ts'))).toEqual([])
    for (const layer of ['contract', 'database', 'server', 'web', 'checks']) {
      expect(modules.filter((module) => module.startsWith(`${layer}/`)).length, layer).toBeGreaterThan(0)
    }
    expect(imports).toBeGreaterThan(modules.length)
  })
})
