import type { Pool } from 'pg'
import { colleagueKind, pendingStates, requestStates } from '#contract/requests/rules.ts'
import { type Db, withStaff } from '#database/transaction.ts'

/** Adds counts, each under a day and what was counted, with a blank between. */
export async function addCounts(db: Db, counts: readonly (readonly [string, number])[]): Promise<void> {
  await db.query({
    name: 'insight-add',
    text: `insert into daily_counts (day, what, count)
      select split_part(c.what, ' ', 1)::date, split_part(c.what, ' ', 2), c.count from unnest($1::text[], $2::bigint[]) as c (what, count)
      on conflict (day, what) do update set count = daily_counts.count + excluded.count`,
    values: [counts.map(([what]) => what), counts.map(([, count]) => count)],
  })
}

/** Under what the number of people of the last 7 days is kept for each day. */
const weeklyPeople = 'people.weekly'

/** Keeps for a day how many people were there in the last 7 days. */
export async function noteWeekly(db: Db, day: string, now: Date): Promise<void> {
  await db.query({
    name: 'insight-note-weekly',
    text: `insert into daily_counts (day, what, count)
      select $1, '${weeklyPeople}', count(distinct user_id) from sessions where rotated_at > $2::timestamptz - interval '7 days'
      on conflict (day, what) do update set count = greatest(daily_counts.count, excluded.count)`,
    values: [day, now],
  })
}

/** Deletes counts of more than 400 days ago, and words that nobody has searched for in 30. */
export async function deleteOldCounts(db: Db, day: string): Promise<void> {
  await db.query({
    name: 'insight-delete-counts',
    text: 'delete from daily_counts where day < $1::date - 400',
    values: [day],
  })
  await db.query({
    name: 'insight-delete-words',
    text: 'delete from vain_searches where searched_on < $1::date - 30',
    values: [day],
  })
}

/** Which of some words are part of a person's name or address. */
export async function selectNames(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ word: string }>({
    name: 'insight-names',
    text: 'select distinct word from person_words where word = any ($1)',
    values: [words],
  })
  return new Set(rows.map(({ word }) => word))
}

export type VainRow = { hash: Buffer; word: string | null; searchers: Buffer[]; times: number }

/** What is known of words by their hashes, kept from others until the transaction ends. */
export async function selectVainWords(db: Db, hashes: readonly Buffer[]): Promise<VainRow[]> {
  const { rows } = await db.query<VainRow>({
    name: 'insight-vain-known',
    text: 'select hash, word, searchers, times from vain_searches where hash = any ($1) order by hash for update',
    values: [hashes],
  })
  return rows
}

/** So many words at most are kept. */
const mostVainWords = 5_000

/** Writes words; new ones only while there are fewer than can be kept. Of a new word that two servers write at once one is lost. */
export async function upsertVainWords(db: Db, words: readonly VainRow[], day: string): Promise<void> {
  const sorted = words.toSorted((a, b) => a.hash.compare(b.hash))
  for (const { hash, word, searchers, times } of sorted)
    await db.query({
      name: 'insight-vain-write',
      text: `insert into vain_searches (hash, word, searchers, times, searched_on)
        select $1, $2, $3, $4, $5 where exists (select from vain_searches where hash = $1)
          or (select count(*) from vain_searches) < ${mostVainWords}
        on conflict (hash) do update set word = excluded.word, searchers = excluded.searchers, times = excluded.times, searched_on = excluded.searched_on`,
      values: [hash, word, searchers, times, day],
    })
}

/** The words that at least three people have searched for in vain, the most frequent first. */
export async function selectToldWords(db: Db): Promise<{ word: string; times: number }[]> {
  const { rows } = await db.query<{ word: string; times: number }>({
    name: 'insight-vain',
    text: `select coalesce(word, '') as word, times from vain_searches where word is not null order by times desc, word limit 100`,
  })
  return rows
}

export type DayCount = { day: string; what: string; count: number }

/** What was counted from one day to another, at most some twenty rows a day. */
export async function selectCounts(db: Db, from: string, to: string): Promise<DayCount[]> {
  const { rows } = await db.query<DayCount>({
    name: 'insight-counts',
    text: 'select day::text as day, what, count::float8 as count from daily_counts where day between $1 and $2 order by day, what',
    values: [from, to],
  })
  return rows
}

export type AdoptionRow = { invited: number; signedIn: number; weekly: number }

/** How many people have access or an invitation, have been there, and were there in the last 7 days. */
export async function selectAdoption(db: Db, now: Date): Promise<AdoptionRow> {
  const { rows } = await db.query<AdoptionRow>({
    name: 'insight-adoption',
    text: `select (select count(distinct user_id) from memberships)::int
        + (select count(*) from invitations where accepted_at is null and revoked_at is null and expires_at > $1)::int as invited,
        s.users as "signedIn", s.weekly
      from (select count(distinct user_id)::int as users,
        count(distinct user_id) filter (where rotated_at > $1::timestamptz - interval '7 days')::int as weekly from sessions
        where user_id in (select user_id from memberships)) s`,
    values: [now],
  })
  return rows[0] ?? { invited: 0, signedIn: 0, weekly: 0 }
}

export type AnswerRow = { day: string; answered: number; waiting: number; median: number | null; most: number | null }

/** So many requests at most are looked at. */
const mostRequests = 20_000

/**
 * How long first answers took in hours, of what was asked of the supplier since the first of these days, which follow one
 * another: by day, and with an empty day over all. What was taken back was never answered, and what its customer closed
 * waits no longer.
 */
export async function selectAnswers(db: Db, days: readonly string[]): Promise<AnswerRow[]> {
  // A day begins at midnight of the process, whose time zone the database need not know by the same name.
  const beginnings = days.map((day) => new Date(`${day}T00:00`).toISOString())
  const { rows } = await db.query<AnswerRow>({
    name: 'insight-answers',
    text: `select coalesce(h.day, '') as day, count(answered_at)::int as answered,
        count(*) filter (where answered_at is null and state = any ($4))::int as waiting,
        round((percentile_cont(0.5) within group (order by hours))::numeric, 1)::float8 as median,
        round((percentile_cont(0.9) within group (order by hours))::numeric, 1)::float8 as most
      from (select ($1::text[])[width_bucket(a.made_at, $2::timestamptz[])] as day, a.state, a.answered_at,
          extract(epoch from a.answered_at - a.made_at) / 3600 as hours
        from (select r.made_at, r.state, coalesce((select min(m.written_at) from conversation_messages m
            where m.account_id = r.account_id and m.request_id = r.id and m.side = 'supplier'), r.answered_at) as answered_at
          from requests r where r.state = any ($3) and r.kind <> '${colleagueKind}' and r.made_at >= ($2::timestamptz[])[1] order by r.made_at desc limit ${mostRequests}) a) h
      group by grouping sets ((), (h.day)) order by 1`,
    values: [days, beginnings, requestStates.filter((state) => state !== 'withdrawn'), pendingStates],
  })
  return rows
}

export type CustomerAdoptionRow = AdoptionRow & { id: string; number: string; name: string; position: string }

/** The adoption of each customer that a member of staff may see, by name. */
export function selectCustomerAdoption(
  consolePool: Pool,
  staffId: string,
  { now, after, limit }: { now: Date; after: { position: string; id: string } | undefined; limit: number },
): Promise<CustomerAdoptionRow[]> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<CustomerAdoptionRow>({
      name: 'insight-customers',
      text: `select a.account_id as id, a.number, a.name, o.name as position, o.members + o.invited as invited, s.users as "signedIn", s.weekly
        from (select * from account_overviews where $2::text is null or (name, account_id) > ($2, $3::uuid)
          order by name, account_id limit $4) o
        join accounts a on a.account_id = o.account_id,
        lateral (select count(distinct v.user_id)::int as users,
            count(distinct v.user_id) filter (where v.rotated_at > $1::timestamptz - interval '7 days')::int as weekly
          from memberships m join sessions v on v.user_id = m.user_id and v.account_id = m.account_id where m.account_id = o.account_id) s
        order by o.name, o.account_id`,
      values: [now, after?.position ?? null, after?.id ?? null, limit],
    })
    return rows
  })
}
