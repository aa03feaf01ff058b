import { DatabaseError, type Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withAccount } from '#database/transaction.ts'

export type ViewRow = {
  id: string
  type: DocumentType
  name: string
  state: string
  shared: boolean
  position: number
  own: boolean
  /** The author's name; null when they are no longer a member. */
  author: string | null
  isDefault: boolean
}

/**
 * Reads and changes the viewer's account with the server's role, in one transaction, which is rolled back when `work`
 * throws.
 */
export function inAccountTransaction<T>(db: Pool, viewer: Viewer, work: (db: Db) => Promise<T>): Promise<T> {
  return withAccount(db, viewer.accountId, work, { write: true })
}

/** The views that a viewer can see: their own and those shared in the account. */
const visibleCondition = 'v.account_id = $1 and (v.shared or v.author_id = $2)'
const columns = `v.id, v.type, v.name, v.state, v.shared, v.position, v.author_id is not distinct from $2 as own,
  (select u.name from memberships m join users u on u.id = m.user_id
   where m.account_id = v.account_id and m.user_id = v.author_id) as author,
  exists (select from default_views d
   where d.account_id = v.account_id and d.user_id = $2 and d.type = v.type and d.view_id = v.id) as "isDefault"`

/** The views of these types that the viewer can see, by type, position and name. */
export async function selectViews(db: Db, viewer: Viewer, types: readonly DocumentType[]): Promise<ViewRow[]> {
  const { rows } = await db.query<ViewRow>({
    name: 'views',
    text: `select ${columns} from saved_views v where ${visibleCondition} and v.type = any ($3::text[])
order by v.type, v.position, lower(v.name), v.id`,
    values: [viewer.accountId, viewer.userId, types],
  })
  return rows
}

/** One of the views that the viewer can see, locked until the end of the transaction. */
export async function lockView(db: Db, viewer: Viewer, id: string): Promise<ViewRow | undefined> {
  const { rows } = await db.query<ViewRow>(
    `select ${columns} from saved_views v where ${visibleCondition} and v.id = $3 for update of v`,
    [viewer.accountId, viewer.userId, id],
  )
  return rows[0]
}

/** How many private views the viewer has, and how many views the account shares. */
export async function countViews(db: Db, viewer: Viewer): Promise<{ own: number; shared: number }> {
  // Locks the account, so that parallel calls cannot exceed the limit together.
  await db.query('select from accounts where account_id = $1 for no key update', [viewer.accountId])
  const { rows } = await db.query<{ own: number; shared: number }>(
    `select (count(*) filter (where not shared and author_id = $2))::int as own, (count(*) filter (where shared))::int as shared
from saved_views where account_id = $1`,
    [viewer.accountId, viewer.userId],
  )
  return rows[0] ?? { own: 0, shared: 0 }
}

type NewView = { id: string; type: DocumentType; name: string; state: string; shared: boolean; now: Date }

/** Adds a view after the others of its type. Returns false when the name is taken. */
export function insertView(db: Db, viewer: Viewer, { id, type, name, state, shared, now }: NewView): Promise<boolean> {
  return falseIfNameTaken(async () => {
    await db.query(
      `insert into saved_views (account_id, id, type, name, state, shared, position, author_id, created_at)
select $1, $3, $4, $5, $6, $7, coalesce(max(v.position) + 1, 0), $2, $8 from saved_views v where ${visibleCondition} and v.type = $4`,
      [viewer.accountId, viewer.userId, id, type, name, state, shared, now],
    )
  })
}

/** Updates a view; its author stays the same. Returns false when the name is taken. */
export function updateView(
  db: Db,
  viewer: Viewer,
  { id, name, state, shared, position }: Pick<ViewRow, 'id' | 'name' | 'state' | 'shared' | 'position'>,
): Promise<boolean> {
  return falseIfNameTaken(async () => {
    await db.query(
      'update saved_views set name = $3, state = $4, shared = $5, position = $6 where account_id = $1 and id = $2',
      [viewer.accountId, id, name, state, shared, position],
    )
  })
}

async function falseIfNameTaken(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return false
    throw error
  }
}

/** Deletes a view; it is then nobody's default view any more. */
export async function deleteView(db: Db, viewer: Viewer, id: string): Promise<void> {
  await db.query('delete from saved_views where account_id = $1 and id = $2', [viewer.accountId, id])
}

/** Sets the view with which the viewer's list of a type opens; null for none. */
export async function writeDefaultView(db: Db, viewer: Viewer, type: DocumentType, id: string | null): Promise<void> {
  const key = [viewer.accountId, viewer.userId, type]
  if (id === null) {
    await db.query('delete from default_views where account_id = $1 and user_id = $2 and type = $3', key)
    return
  }
  await db.query(
    `insert into default_views (account_id, user_id, type, view_id) values ($1, $2, $3, $4)
on conflict (account_id, user_id, type) do update set view_id = excluded.view_id`,
    [...key, id],
  )
}
