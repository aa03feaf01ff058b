import type { AnnouncementEntry, addAnnouncement } from '#contract/console/content.ts'
import { maxAnnouncements } from '#contract/console/content.ts'
import type { Body } from '#contract/endpoint.ts'
import { invalidField, notFound, PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { record } from '../audit/record.ts'
import type { Act, ContentDeps } from './acts.ts'
import {
  type AnnouncementRow,
  countRunning,
  endNow,
  selectAccountIds,
  selectAnnouncement,
  selectAnnouncements,
  upsertAnnouncement,
} from './announcement-queries.ts'
import { announceChange } from './queries.ts'

type Input = Omit<Body<typeof addAnnouncement>, 'id'>

/** All announcements as the console lists them. */
export async function listAnnouncementsForStaff({ db, clock }: ContentDeps): Promise<AnnouncementEntry[]> {
  const now = clock()
  return (await selectAnnouncements(db, now)).map((row) => ({ ...row, state: stateOf(row, now) }))
}

function stateOf({ startsAt, endsAt }: AnnouncementRow, now: Date): AnnouncementEntry['state'] {
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime()) return 'over'
  return Date.parse(startsAt) > now.getTime() ? 'planned' : 'running'
}

/**
 * Writes an announcement, or changes the one with this id; `isNew`: whether it need not be there yet, as at the first of two
 * presses. Throws not_found, also for one that is over, invalid_input and conflict.
 */
export async function saveAnnouncement(
  deps: ContentDeps,
  { id, isNew }: { id: string; isNew: boolean },
  input: Input,
  { staff, caller }: Act,
): Promise<void> {
  const now = deps.clock()
  const texts: Record<string, string> = Object.fromEntries(
    Object.entries(input.texts).flatMap(([language, text = '']) =>
      text.trim() === '' ? [] : [[language, text.trim()]],
    ),
  )
  if (Object.keys(texts).length === 0) throw invalidField('texts', translatable('content.text.missing'))
  const { startsAt, endsAt } = momentsOf(input)
  // Nobody is known on the page on which people sign in.
  if (input.place === 'signIn' && input.accounts.length + input.roles.length > 0)
    throw invalidField('place', translatable('content.place.everybody'))
  await withTransaction(deps.db, async (db) => {
    const before = await selectAnnouncement(db, id)
    // A form that was opened before the end would publish it once more, without one.
    if (before ? stateOf(before, now) === 'over' : !isNew) throw notFound()
    if (before === undefined && (await countRunning(db, now)) >= maxAnnouncements)
      throw new PortalError('conflict', translatable('content.announcements.many', { most: maxAnnouncements }))
    const accounts = await selectAccountIds(db, input.accounts)
    const unknown = input.accounts.filter((number) => !accounts.some((account) => account.number === number))
    if (unknown.length > 0)
      throw invalidField('accounts', translatable('content.account.unknown', { numbers: unknown.join(', ') }))
    const saved = { ...input, texts, startsAt, endsAt, id, now, staffId: staff.staffId }
    await upsertAnnouncement(db, { ...saved, accountIds: accounts.map(({ accountId }) => accountId) })
    await record(deps, db, {
      action: 'announcement_saved',
      ...{ caller, staffId: staff.staffId },
      details: {
        announcement: id,
        ...(before ? { before: summaryOf(before) } : {}),
        after: summaryOf({ ...input, texts }),
      },
    })
    await announceChange(db)
  })
  await deps.published.changed()
}

/** Ends an announcement now. Throws not_found for one that is over. */
export async function endAnnouncementNow(deps: ContentDeps, id: string, { staff, caller }: Act): Promise<void> {
  const now = deps.clock()
  await withTransaction(deps.db, async (db) => {
    const found = await selectAnnouncement(db, id)
    if (!found || stateOf(found, now) === 'over') throw notFound()
    await endNow(db, id, now)
    const details = { announcement: id, before: summaryOf(found) }
    await record(deps, db, { action: 'announcement_ended', caller, staffId: staff.staffId, details })
    await announceChange(db)
  })
  await deps.published.changed()
}

function momentsOf({ startsAt, endsAt }: Input): { startsAt: Date; endsAt: Date | null } {
  const moment = (field: string, text: string) => {
    const milliseconds = Date.parse(text)
    if (Number.isNaN(milliseconds)) throw invalidField(field, translatable('input.invalid'))
    return new Date(milliseconds)
  }
  const [from, to] = [moment('startsAt', startsAt), endsAt === null ? null : moment('endsAt', endsAt)]
  if (to !== null && to <= from) throw invalidField('endsAt', translatable('content.end.before'))
  return { startsAt: from, endsAt: to }
}

/** What the audit log says of an announcement: its text, for whom, where and until when. */
function summaryOf(announcement: Pick<AnnouncementRow, 'texts' | 'place' | 'accounts' | 'roles' | 'endsAt'>): string {
  const { texts, place, accounts, roles, endsAt } = announcement
  const text = texts.en ?? Object.values(texts)[0] ?? ''
  const audience = [...accounts, ...roles].join(', ')
  return [text.slice(0, 120), place, audience, endsAt].filter(Boolean).join(' · ')
}
