import type { ContentKind } from '#contract/console/content.ts'
import type { Db } from '#database/transaction.ts'

export type SavedContent = { kind: ContentKind; name: string; language: string; content: string }

/** What is in force of all that staff have saved: the newest of each kind, name and language, unless it was taken back. */
export async function selectInForce(db: Db): Promise<SavedContent[]> {
  const { rows } = await db.query<SavedContent>({
    name: 'content-in-force',
    // From one entry of the index to the next: the versions between are not read.
    text: `with recursive newest as (
        (select id, kind, name, language, content from content_versions order by kind desc, name desc, language desc, id desc limit 1)
        union all
        select n.id, n.kind, n.name, n.language, n.content from newest o, lateral (
          select v.id, v.kind, v.name, v.language, v.content from content_versions v
          where (v.kind, v.name, v.language) < (o.kind, o.name, o.language)
          order by v.kind desc, v.name desc, v.language desc, v.id desc limit 1) n)
      select kind, name, language, content from newest where content is not null limit 1000`,
  })
  return rows
}

export type ContentPlace = { kind: ContentKind; name: string; language: string }

/** Keeps a version; null: what the files say is in force again. */
export async function insertVersion(
  db: Db,
  version: ContentPlace & { id: string; content: string | null; now: Date; staffId: string },
): Promise<void> {
  const { id, kind, name, language, content, now, staffId } = version
  await db.query({
    name: 'content-save',
    text: `insert into content_versions (id, kind, name, language, content, saved_at, staff_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, kind, name, language, content, now, staffId],
  })
}

export type VersionRow = { id: string; savedAt: string; savedBy: string; content: string | null }

/** The last 50 versions of a text, the newest first. */
export async function selectVersions(db: Db, { kind, name, language }: ContentPlace): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>({
    name: 'content-versions',
    text: `select v.id, v.saved_at as "savedAt", s.name as "savedBy", v.content
      from content_versions v join staff s on s.id = v.staff_id
      where v.kind = $1 and v.name = $2 and v.language = $3 order by v.id desc limit 50`,
    values: [kind, name, language],
  })
  return rows
}

export type VersionEntry = { id: string; savedAt: string; savedBy: string; isStandard: boolean }

/** The last 50 versions of something without their contents, which may be long; the newest first. */
export async function selectVersionList(db: Db, { kind, name, language }: ContentPlace): Promise<VersionEntry[]> {
  const { rows } = await db.query<VersionEntry>({
    name: 'content-version-list',
    text: `select v.id, v.saved_at as "savedAt", s.name as "savedBy", v.content is null as "isStandard"
      from content_versions v join staff s on s.id = v.staff_id
      where v.kind = $1 and v.name = $2 and v.language = $3 order by v.id desc limit 50`,
    values: [kind, name, language],
  })
  return rows
}

/** What an earlier version held; null: nothing, or there is no such version. */
export async function selectVersion(
  db: Db,
  { kind, name, language }: ContentPlace,
  id: string,
): Promise<string | null> {
  const { rows } = await db.query<{ content: string | null }>({
    name: 'content-version',
    text: 'select content from content_versions where kind = $1 and name = $2 and language = $3 and id = $4',
    values: [kind, name, language, id],
  })
  return rows[0]?.content ?? null
}

/** What the newest version holds; null: nothing. */
export async function selectNewest(db: Db, { kind, name, language }: ContentPlace): Promise<string | null> {
  const { rows } = await db.query<{ content: string | null }>({
    name: 'content-newest',
    text: `select content from content_versions where kind = $1 and name = $2 and language = $3
      order by id desc limit 1`,
    values: [kind, name, language],
  })
  return rows[0]?.content ?? null
}

/** How many texts of a kind staff have saved under names of their own, up to a limit. */
export async function countNames(db: Db, kind: ContentKind): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'content-names',
    text: 'select count(distinct name)::int as count from content_versions where kind = $1',
    values: [kind],
  })
  return rows[0]?.count ?? 0
}

/** Tells all servers that something else is in force, once the transaction is committed. */
export async function announceChange(db: Db): Promise<void> {
  await db.query(`select pg_notify('content_changed', '')`)
}
