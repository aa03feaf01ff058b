import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedStatusesFor } from '#contract/documents/shown-status.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { documentTypes } from '#contract/values.ts'
import { testDatabase } from '#database/testing/database.ts'

const { owner } = await testDatabase()

test('a filter by status looks among exactly the stored statuses that the database may show as it', async () => {
  for (const type of documentTypes) {
    const { rows } = await owner.query<{ stored: string; soon: string; late: string }>(
      `select s as stored, shown_status($1, s, day, day, day, day) as soon, shown_status($1, s, day, day, day, day + 365) as late
       from unnest($2::text[]) s, (select date '2026-03-10' as day) d`,
      [type, statusesOf(type)],
    )
    const moves = rows.filter(({ soon, late }) => soon !== late)
    for (const status of statusesOf(type)) {
      const { stored, byDate } = storedStatusesFor(type, status)
      const shownAs = rows.filter(({ soon, late }) => soon === status || late === status).map((row) => row.stored)
      // A status that only the date makes is never stored, so no query may look for it under its own name.
      const kept = shownAs.filter((name) => name !== status || stored.includes(name))
      expect([type, status, [...stored].toSorted()]).toEqual([type, status, kept.toSorted()])
      expect([type, status, byDate]).toEqual([
        type,
        status,
        moves.some((row) => row.late === status || row.stored === status),
      ])
    }
  }
})

test('what is counted by its last day leaves its status on the very day on which lists show another', async () => {
  const day = fc.integer({ min: -40, max: 40 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...documentTypes.flatMap((type) => statusesOf(type).map((status) => [type, status] as const))),
      fc.option(day),
      fc.integer({ min: 0, max: 86_399 }),
      async ([type, status], days, second) => {
        const { rows } = await owner.query<{ past: boolean; moved: boolean }>(
          `select coalesce(last_shown_day($1, $2, d.day, d.day, d.at) < date '2026-03-10', false) as past,
  shown_status($1, $2, d.day, d.day, d.at, '2026-03-10') <> $2 as moved
from (select date '2026-03-10' + $3::int as day, (date '2026-03-10' - 30 + $3::int + make_interval(secs => $4)) at time zone 'UTC' as at) d`,
          [type, status, days, second],
        )
        expect(rows[0]?.past).toBe(rows[0]?.moved)
      },
    ),
    { numRuns: 400 },
  )
})
