import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import { notFound, PortalError, sentence } from '../../contract/errors.ts'
import { type DocumentType, documentTypes } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { mostViews, type SavedView } from '../../contract/views.ts'
import { type AuditAction, type Caller, record } from '../audit/record.ts'
import {
  countViews,
  type Db,
  holdView,
  inAccount,
  insertView,
  removeView,
  selectViews,
  setDefault,
  updateView,
  type ViewRow,
} from './queries.ts'

export type ViewDeps = {
  /** Of the role portal_server, which may read the names of authors and record what was done. */
  db: Pool
  clock: () => Date
  newId: () => string
}

const sees = (viewer: Viewer, type: DocumentType) => viewer.permissions.has(definitions[type].permission)

/** What is the account's is changed by its admins, too. */
const mayChange = (viewer: Viewer, view: ViewRow) => view.own || (view.shared && viewer.role === 'admin')

/** The views that the viewer has, of one type or of all that they may see. */
export async function viewsOf(deps: ViewDeps, viewer: Viewer, type?: DocumentType): Promise<SavedView[]> {
  const types = (type === undefined ? documentTypes : [type]).filter((one) => sees(viewer, one))
  const rows = await inAccount(deps.db, viewer, (db) => selectViews(db, viewer, types))
  return rows.map((row) => shown(viewer, row))
}

/** Saves a list. Raises not_found for a type that the viewer does not see, conflict for a name or place that is taken. */
export async function save(
  deps: ViewDeps,
  viewer: Viewer,
  given: { type: DocumentType; name: string; state: string; shared?: boolean },
  caller: Caller,
): Promise<SavedView> {
  const { type, state, shared = false } = given
  if (!sees(viewer, type)) throw notFound()
  const name = checkedName(given.name)
  const id = deps.newId()
  return inAccount(deps.db, viewer, async (db) => {
    await checkRoom(db, viewer, shared)
    if (!(await insertView(db, viewer, { id, type, name, state, shared, now: deps.clock() }))) throw taken(name)
    if (shared) await tell(deps, db, viewer, caller, 'view_shared', id)
    return shown(viewer, await found(db, viewer, id))
  })
}

/** Changes what is named of a view. Raises not_found, not_allowed for somebody else's, and conflict as saving does. */
export async function change(
  deps: ViewDeps,
  viewer: Viewer,
  id: string,
  wanted: { name?: string; state?: string; shared?: boolean; position?: number },
  caller: Caller,
): Promise<SavedView> {
  return inAccount(deps.db, viewer, async (db) => {
    const old = await changeable(db, viewer, id)
    const name = wanted.name === undefined ? old.name : checkedName(wanted.name)
    const next = { ...old, ...wanted, name }
    // Without its author among its readers, a view that is no longer shared would be lost to everybody.
    if (old.shared && !next.shared && !old.own) {
      throw new PortalError('not_allowed', sentence('view.keep'))
    }
    if (next.shared !== old.shared) await checkRoom(db, viewer, next.shared)
    if (!(await updateView(db, viewer, next))) throw taken(name)
    if (next.shared !== old.shared) {
      await tell(deps, db, viewer, caller, next.shared ? 'view_shared' : 'view_unshared', id)
    } else if (old.shared) await tell(deps, db, viewer, caller, 'shared_view_changed', id)
    return shown(viewer, await found(db, viewer, id))
  })
}

/** Deletes a view. Raises not_found, and not_allowed for somebody else's. */
export async function remove(deps: ViewDeps, viewer: Viewer, id: string, caller: Caller): Promise<void> {
  await inAccount(deps.db, viewer, async (db) => {
    const old = await changeable(db, viewer, id)
    await removeView(db, viewer, id)
    if (old.shared) await tell(deps, db, viewer, caller, 'shared_view_deleted', id)
  })
}

/** Chooses with which view the viewer's list of a type opens; null for none. Raises not_found. */
export async function choose(deps: ViewDeps, viewer: Viewer, type: DocumentType, id: string | null): Promise<void> {
  if (!sees(viewer, type)) throw notFound()
  await inAccount(deps.db, viewer, async (db) => {
    if (id !== null && (await found(db, viewer, id)).type !== type) throw notFound()
    await setDefault(db, viewer, type, id)
  })
}

async function found(db: Db, viewer: Viewer, id: string): Promise<ViewRow> {
  const view = await holdView(db, viewer, id)
  if (!view || !sees(viewer, view.type)) throw notFound()
  return view
}

async function changeable(db: Db, viewer: Viewer, id: string): Promise<ViewRow> {
  const view = await found(db, viewer, id)
  if (!mayChange(viewer, view)) {
    throw new PortalError('not_allowed', sentence('view.notOwn'))
  }
  return view
}

async function checkRoom(db: Db, viewer: Viewer, shared: boolean): Promise<void> {
  const counts = await countViews(db, viewer)
  const [count, most] = shared ? [counts.shared, mostViews.shared] : [counts.own, mostViews.own]
  if (count < most) return
  throw new PortalError('conflict', sentence(shared ? 'view.tooManyShared' : 'view.tooMany', { most }))
}

function checkedName(given: string): string {
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (name !== '' && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/u.test(name)) return name
  const message = sentence('view.name')
  throw new PortalError('invalid_input', message, { errors: [{ field: 'name', message }] })
}

function taken(name: string): PortalError {
  const message = sentence('view.taken', { name })
  return new PortalError('conflict', message, { errors: [{ field: 'name', message }] })
}

function shown(viewer: Viewer, view: ViewRow): SavedView {
  const state = viewer.permissions.has('prices') ? view.state : withoutAmounts(view.state)
  return { ...view, state, changeable: mayChange(viewer, view) }
}

/** A view's address without the amounts that a colleague has typed: the viewer is to know none. */
function withoutAmounts(state: string): string {
  return state
    .split('&')
    .map((part) => (part.startsWith('q=') ? `q=${encodeURIComponent(wordsWithoutAmounts(part.slice(2)))}` : part))
    .filter((part) => !/^(over|under)=/.test(part) && part !== 'q=')
    .join('&')
}

function wordsWithoutAmounts(encoded: string): string {
  const [words = ''] = new URLSearchParams(`q=${encoded}`).getAll('q')
  return words
    .split(/\s+/)
    .filter((word) => !/^over:/i.test(word))
    .join(' ')
}

async function tell(
  deps: ViewDeps,
  db: Db,
  { userId, accountId }: Viewer,
  caller: Caller,
  action: AuditAction,
  id: string,
): Promise<void> {
  await record(deps, db, { action, caller, userId, accountId, details: { view: id } })
}
