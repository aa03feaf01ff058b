import type { Pool } from 'pg'
import { definitions, isAmountOf } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { maxViews, type SavedView } from '#contract/views.ts'
import type { Db } from '#database/transaction.ts'
import { type AuditAction, type Caller, record } from '../audit/record.ts'
import {
  countViews,
  deleteView,
  inAccountTransaction,
  insertView,
  lockView,
  selectViews,
  updateView,
  type ViewRow,
  writeDefaultView,
} from './queries.ts'

export type ViewDeps = {
  /** Has the role portal_server, which may read the names of authors and write the audit log. */
  db: Pool
  clock: () => Date
  newId: () => string
}

const canSee = (viewer: Viewer, type: DocumentType) => viewer.permissions.has(definitions[type].permission)

/** Admins may also change the views that the account shares. */
const canChange = (viewer: Viewer, view: ViewRow) => view.own || (view.shared && viewer.role === 'admin')

/** The saved views that the viewer can see, of one type or of all types that they may see. */
export async function listSavedViews(deps: ViewDeps, viewer: Viewer, type?: DocumentType): Promise<SavedView[]> {
  const types = (type === undefined ? documentTypes : [type]).filter((candidate) => canSee(viewer, candidate))
  const rows = await inAccountTransaction(deps.db, viewer, (db) => selectViews(db, viewer, types))
  return rows.map((row) => toSavedView(viewer, row))
}

/**
 * Saves a view. Throws not_found for a type that the viewer may not see, conflict when the name is taken or there are
 * too many views.
 */
export async function createSavedView(
  deps: ViewDeps,
  viewer: Viewer,
  input: { type: DocumentType; name: string; state: string; shared?: boolean },
  caller: Caller,
): Promise<SavedView> {
  const { type, state, shared = false } = input
  if (!canSee(viewer, type)) throw notFound()
  const name = parseName(input.name)
  const id = deps.newId()
  return inAccountTransaction(deps.db, viewer, async (db) => {
    await checkViewLimit(db, viewer, shared)
    if (!(await insertView(db, viewer, { id, type, name, state, shared, now: deps.clock() }))) throw nameTaken(name)
    if (shared) await recordViewAction(deps, db, viewer, caller, 'view_shared', id)
    return toSavedView(viewer, await requireView(db, viewer, id))
  })
}

/**
 * Changes the given fields of a view. Throws not_found, not_allowed for another person's view, and conflict as
 * `createSavedView` does.
 */
export async function updateSavedView(
  deps: ViewDeps,
  viewer: Viewer,
  id: string,
  changes: { name?: string; state?: string; shared?: boolean; position?: number },
  caller: Caller,
): Promise<SavedView> {
  return inAccountTransaction(deps.db, viewer, async (db) => {
    const old = await requireChangeableView(db, viewer, id)
    const name = changes.name === undefined ? old.name : parseName(changes.name)
    const next = { ...old, ...changes, name }
    // A view that is no longer shared is visible to its author only; for anybody else to unshare it would hide it from
    // them all.
    if (old.shared && !next.shared && !old.own) {
      throw new PortalError('not_allowed', translatable('view.keep'))
    }
    if (next.shared !== old.shared) await checkViewLimit(db, viewer, next.shared)
    if (!(await updateView(db, viewer, next))) throw nameTaken(name)
    if (next.shared !== old.shared) {
      await recordViewAction(deps, db, viewer, caller, next.shared ? 'view_shared' : 'view_unshared', id)
    } else if (old.shared) await recordViewAction(deps, db, viewer, caller, 'shared_view_changed', id)
    return toSavedView(viewer, await requireView(db, viewer, id))
  })
}

/** Deletes a view. Throws not_found, and not_allowed for another person's view. */
export async function deleteSavedView(deps: ViewDeps, viewer: Viewer, id: string, caller: Caller): Promise<void> {
  await inAccountTransaction(deps.db, viewer, async (db) => {
    const old = await requireChangeableView(db, viewer, id)
    await deleteView(db, viewer, id)
    if (old.shared) await recordViewAction(deps, db, viewer, caller, 'shared_view_deleted', id)
  })
}

/** Sets the view with which the viewer's list of a type opens; null for none. Throws not_found. */
export async function setDefaultView(
  deps: ViewDeps,
  viewer: Viewer,
  type: DocumentType,
  id: string | null,
): Promise<void> {
  if (!canSee(viewer, type)) throw notFound()
  await inAccountTransaction(deps.db, viewer, async (db) => {
    if (id !== null && (await requireView(db, viewer, id)).type !== type) throw notFound()
    await writeDefaultView(db, viewer, type, id)
  })
}

async function requireView(db: Db, viewer: Viewer, id: string): Promise<ViewRow> {
  const view = await lockView(db, viewer, id)
  if (!view || !canSee(viewer, view.type)) throw notFound()
  return view
}

async function requireChangeableView(db: Db, viewer: Viewer, id: string): Promise<ViewRow> {
  const view = await requireView(db, viewer, id)
  if (!canChange(viewer, view)) {
    throw new PortalError('not_allowed', translatable('view.notOwn'))
  }
  return view
}

async function checkViewLimit(db: Db, viewer: Viewer, shared: boolean): Promise<void> {
  const counts = await countViews(db, viewer)
  const [count, most] = shared ? [counts.shared, maxViews.shared] : [counts.own, maxViews.own]
  if (count < most) return
  throw new PortalError('conflict', translatable(shared ? 'view.tooManyShared' : 'view.tooMany', { most }))
}

function parseName(input: string): string {
  const name = input.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (name !== '' && !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/u.test(name)) return name
  const message = translatable('view.name')
  throw new PortalError('invalid_input', message, { errors: [{ field: 'name', message }] })
}

function nameTaken(name: string): PortalError {
  const message = translatable('view.taken', { name })
  return new PortalError('conflict', message, { errors: [{ field: 'name', message }] })
}

function toSavedView(viewer: Viewer, view: ViewRow): SavedView {
  const state = viewer.permissions.has('prices') ? view.state : withoutAmounts(view)
  return { ...view, state, changeable: canChange(viewer, view) }
}

/** A view's state without what a colleague has chosen by amounts, for a viewer whose list refuses that. */
function withoutAmounts({ type, state }: ViewRow): string {
  const isByAmount = (part: string) => {
    const [name = '', value = ''] = part.split('=')
    return (
      ['over', 'under', 'currency'].includes(name) || (name === 'sort' && isAmountOf(type, value.replace(/^-/, '')))
    )
  }
  return state
    .split('&')
    .map((part) => (part.startsWith('q=') ? `q=${encodeURIComponent(wordsWithoutAmounts(part.slice(2)))}` : part))
    .filter((part) => !isByAmount(part) && part !== 'q=')
    .join('&')
}

function wordsWithoutAmounts(encoded: string): string {
  const [words = ''] = new URLSearchParams(`q=${encoded}`).getAll('q')
  return words
    .split(/\s+/)
    .filter((word) => !/^over:/i.test(word))
    .join(' ')
}

async function recordViewAction(
  deps: ViewDeps,
  db: Db,
  { userId, accountId }: Viewer,
  caller: Caller,
  action: AuditAction,
  id: string,
): Promise<void> {
  await record(deps, db, { action, caller, userId, accountId, details: { view: id } })
}
