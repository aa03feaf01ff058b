import { expect, test } from 'vitest'
import { announcementPlaces } from '#contract/announcements/endpoints.ts'
import { factorMethods } from '#contract/auth/factors.ts'
import { SessionEntry } from '#contract/auth/sessions.ts'
import { addressUses } from '#contract/company/addresses.ts'
import { contentKinds } from '#contract/console/content.ts'
import { entryOutcomes } from '#contract/console/file-sources.ts'
import { broughtWays } from '#contract/console/import-ways.ts'
import { importWays } from '#contract/console/imports.ts'
import { refusedOutcomes } from '#contract/console/intake.ts'
import { staffRoles } from '#contract/console/staff.ts'
import { runKinds } from '#contract/console/system.ts'
import { definitions, statusesOf } from '#contract/documents/types.ts'
import { attachmentPurposes } from '#contract/ingest/documents.ts'
import { lenientKinds } from '#contract/ingest/leniency.ts'
import { Unit } from '#contract/items/endpoints.ts'
import { languages } from '#contract/languages.ts'
import { NoticeChoice } from '#contract/notifications/settings.ts'
import { roles } from '#contract/permissions.ts'
import { approvalDecisions } from '#contract/requests/approvals.ts'
import { requestChanges } from '#contract/requests/changes.ts'
import { answerOutcomes, conversationSides } from '#contract/requests/conversation-rules.ts'
import { returnSteps } from '#contract/requests/returns.ts'
import { quoteDecisions, requestKinds, requestStates } from '#contract/requests/rules.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import { documentTypes } from '#contract/values.ts'
import { countedTypes } from '#database/listen.ts'
import { testDatabase } from '#database/testing/database.ts'
import { revocationReasons } from '../auth/session/queries.ts'
import { countedDays } from '../documents/list/count-queries.ts'
import { numberings } from '../ingest/types.ts'
import { scheduledTasks } from '../notifications/notify-queries.ts'
import { registrationDecisions } from '../registration/request-queries.ts'
import { replyOutcomes } from '../requests/replies/queries.ts'

/* Lists that stand in the database and in TypeScript. */

const { owner } = await testDatabase()

const read = async (query: string) =>
  (await owner.query<{ text: string }>(query)).rows.map(({ text }) => text.replaceAll('::text', ''))
const quoted = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
const sorted = (words: readonly string[]) => [...words].sort()

/** Each column that a CHECK holds to a list, with that list in TypeScript. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'account_addresses.use': addressUses,
  'accounts.language': languages,
  'announcements.place': announcementPlaces,
  'api_keys.numbered_by': numberings,
  'approvals.decision': approvalDecisions,
  'attachments.purpose': attachmentPurposes,
  'document_days.field': countedDays,
  'content_versions.kind': contentKinds,
  'conversation_messages.outcome': answerOutcomes,
  'conversation_messages.side': conversationSides,
  'documents.numbered_by': numberings,
  'documents.type': documentTypes,
  'scheduled_tasks.task': scheduledTasks,
  'factor_enrolments.method': factorMethods,
  'file_source_entries.outcome': entryOutcomes,
  'file_sources.alarm': ['failing', 'silent'],
  'import_ways.alarm': ['failing', 'silent'],
  'import_ways.way': broughtWays,
  'lenient_readings.kind': lenientKinds,
  'import_run_documents.outcome': ['withdrawn', 'changed', 'existed', 'gone'],
  'import_withdrawals.outcome': ['restored', 'notRestored'],
  'import_runs.way': importWays,
  'invitations.language': languages,
  'invitations.role': Object.keys(roles),
  'memberships.role': Object.keys(roles),
  'notice_choices.choice': NoticeChoice.properties.choice.enum,
  'notice_choices.subject': NoticeChoice.properties.subject.enum,
  'received_mails.outcome': replyOutcomes,
  'registrations.decision': registrationDecisions,
  'request_changes.change': requestChanges,
  'requests.state': requestStates,
  'returns.notified_step': returnSteps,
  'saved_views.type': documentTypes,
  'second_factors.method': factorMethods,
  'sessions.revoked_because': revocationReasons,
  'sessions.signed_in_by': SessionEntry.properties.signedInBy.enum,
  // A passkey counts as both factors, so that nobody who shows one waits for the second.
  'sign_in_challenges.proof_by': SessionEntry.properties.signedInBy.enum.filter((way) => way !== 'passkey'),
  'refused_messages.numbered_by': numberings,
  'refused_messages.outcome': refusedOutcomes,
  'staff.role': [...Object.keys(staffRoles), 'key', 'limited_key'],
  'staff_invitations.role': Object.keys(staffRoles),
  'system_runs.kind': runKinds,
  'units.kind': Unit.properties.kind.enum,
  'users.browser_language': languages,
  'users.language': languages,
}

test('a column that takes some words only takes those that the program knows', async () => {
  const checks = await read(`select conrelid::regclass || '.' || a.attname || ' ' || pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.connamespace = 'public'::regnamespace and k.contype = 'c' and cardinality(k.conkey) = 1
      and a.atttypid = 'text'::regtype and pg_get_constraintdef(k.oid) ~ $$= (ANY|'|')$$`)
  const stored = checks.map((check) => [check.slice(0, check.indexOf(' ')), sorted(quoted(check))])
  const known = Object.entries(lists).map(([column, words]) => [column, sorted(words)])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(known))
})

test('functions, views and indexes name only statuses that a type of document has', async () => {
  const texts =
    await read(`select pg_get_functiondef(p.oid) as text from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
    union all select definition from pg_views where schemaname = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'`)
  const status = /\b(?:source_)?status\)? (?:= ANY|<> ALL|IN|not in|in|=|<>) ?(\(ARRAY\[[^\]]*\]|\([^)]*\)|'[^']*')/gi
  const named = new Set(texts.flatMap((text) => [...text.matchAll(status)].flatMap(([, list = '']) => quoted(list))))
  const known = new Set(documentTypes.flatMap(statusesOf))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((word) => !known.has(word))).toEqual([])
})

test('the documents that wait for somebody are those of the first page', async () => {
  const [waiting = ''] = await read(`select indexdef as text from pg_indexes where indexname = 'documents_waiting'`)
  for (const type of ['quotes', 'shipments'] as const) {
    const [, list = ''] =
      new RegExp(`type = '${type}'\\) AND \\(?status = (ANY \\(ARRAY\\[[^\\]]*|'[^']*')`).exec(waiting) ?? []
    expect([type, sorted(quoted(list))]).toEqual([type, sorted(definitions[type].needsAction.statuses)])
  }
})

test('what a customer decides of a quote is shown as the status that the request stands for', async () => {
  const [source = ''] = await read(
    `select pg_get_functiondef('decided_status(uuid, text, text)'::regprocedure) as text`,
  )
  const words = quoted(source.slice(source.indexOf('SELECT')))
  const known = [...requestKinds, ...requestStates, ...Object.values(quoteDecisions), 'quotes']
  expect(words.filter((word) => !(known as string[]).includes(word))).toEqual([])
  expect(words).toEqual(expect.arrayContaining(Object.values(quoteDecisions)))
})

test('the database rounds an amount to the places with which it is shown', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const currencies = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => `${one}${two}${three}`)))
  const { rows } = await owner.query<{ currency: string; places: number }>(
    'select currency, minor_units(currency) as places from unnest($1::text[]) as c (currency)',
    [currencies],
  )
  expect(rows).toHaveLength(currencies.length)
  expect(rows.filter(({ currency, places }) => places !== minorUnits(currency))).toEqual([])
})

test('changes are counted for each type of which the first page shows sums', async () => {
  const columns = await read(
    `select attname as text from pg_attribute where attrelid = 'account_versions'::regclass and attnum > 0`,
  )
  expect(columns).toEqual(expect.arrayContaining([...countedTypes]))
})

test('each type of document has a bit of its own', () => {
  const bits = Object.values(definitions).map(({ bit }) => bit)
  expect(bits.filter((bit) => Number.isInteger(Math.log2(bit)))).toEqual(bits)
  expect(new Set(bits).size).toBe(bits.length)
})
