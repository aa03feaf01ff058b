import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsActionTypes } from '#contract/dashboard.ts'
import { definitions } from '#contract/documents/types.ts'
import { roles } from '#contract/permissions.ts'
import { needAnswers } from '#contract/requests/acts.ts'
import { offeredRequests } from '#contract/requests/main-requests.ts'
import { availableRequests, type RuledRequestKind, requestRules } from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'

/* docs/acts.md holds the table that follows from the contract: what waits for a customer, and what takes it off the list. */

const page = readFileSync(join(import.meta.dirname, '../docs/acts.md'), 'utf8')
const conditions = {
  always: '',
  whole: ' (of the whole)',
  all_counted: ' (once every line is counted)',
  nothing_due: ' (when nothing else of it is due)',
  until_day: ' (until its day)',
}
const code = (word: string) => `\`${word}\``

function rowOf(type: DocumentType, status: string, promiseMoved: boolean): string {
  const facts = { status, today: '2026-03-10', arrivalDate: null, promiseMoved, acted: false }
  const available = availableRequests(type, status, new Set(roles.admin), [], facts)
  const { main } = offeredRequests(type, facts, available, [])
  const ends = (Object.keys(requestRules) as RuledRequestKind[]).flatMap((kind) => {
    const when = available.includes(kind) ? needAnswers[kind] : undefined
    return when === undefined ? [] : [`${code(kind)}${conditions[when]}`]
  })
  const state = promiseMoved ? `${code(status)}, its date has moved` : code(status)
  return `| ${type} | ${state} | ${main.map(code).join(', ')} | ${ends.join(', ')} |`
}

const rows = needsActionTypes.flatMap((type) => {
  const { needsAction } = definitions[type]
  const active: readonly string[] = definitions[type].active
  const statuses: readonly string[] = needsAction.statuses
  return [
    ...statuses.map((status) => rowOf(type, status, false)),
    ...(needsAction.promiseMoved
      ? active.filter((status) => !statuses.includes(status)).map((status) => rowOf(type, status, true))
      : []),
  ]
})

test('docs/acts.md says of all that waits for a customer what is offered and what takes it off the list', () => {
  expect(page.split('\n').filter((line) => /^\| (shipments|quotes|orders|invoices) \|/.test(line))).toEqual(rows)
})

test('whatever waits is taken off the list by the act that is offered first', () => {
  for (const row of rows) {
    const [, , , offered = '', ends = ''] = row.split(' | ').join('|').split('|')
    expect(ends, row).toContain(offered.split(',')[0]?.trim())
  }
})
