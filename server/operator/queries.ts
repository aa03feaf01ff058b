import type { Pool } from 'pg'
import type { Db } from '#database/transaction.ts'

export type NoteKind = 'refused documents' | 'unknown proxy'
export type OperatorNote = { kind: NoteKind; times: number; lastAt: string; example: string }

/** Adds to the operator's note for the day of `now`, and deletes notes older than a month. */
export async function addNote(
  db: Pool,
  note: { kind: NoteKind; times: number; example: string; now: Date },
): Promise<void> {
  await db.query({
    name: 'operator add note',
    text: `with forgotten as (delete from operator_notes where day < ($4::timestamptz at time zone 'UTC')::date - 30)
insert into operator_notes as n (kind, day, times, last_at, example) values ($1, ($4::timestamptz at time zone 'UTC')::date, $2, $4, $3)
on conflict (kind, day) do update set times = n.times + excluded.times, last_at = excluded.last_at, example = excluded.example`,
    values: [note.kind, note.times, note.example.slice(0, 500), note.now.toISOString()],
  })
}

/** The operator's notes of the week before `now`, one for each kind, with the latest example. */
export async function readNotes(db: Db, now: Date): Promise<OperatorNote[]> {
  const { rows } = await db.query<Omit<OperatorNote, 'times'> & { times: string }>({
    name: 'operator notes',
    text: `select distinct on (kind) kind, sum(times) over (partition by kind)::text as times, last_at as "lastAt", example
from operator_notes where last_at > $1::timestamptz - interval '7 days' order by kind, last_at desc`,
    values: [now.toISOString()],
  })
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}
