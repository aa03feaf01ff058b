import type { Pool } from 'pg'
import type { Announcement, announcementPlaces } from '#contract/announcements/endpoints.ts'
import { notFound } from '#contract/errors.ts'
import { type Language, languages } from '#contract/languages.ts'
import type { Viewer } from '#contract/viewer.ts'
import { insertDismissal, type RunningAnnouncement, selectDismissed } from './announcement-queries.ts'
import type { Published } from './published.ts'

type Deps = { published: Pick<Published, 'announcements'>; clock: () => Date }
type Reader = { accountId: string; role: string }

/** The announcements that run now at a place for a reader; undefined: for whoever is not signed in. */
export function runningFor(
  { published, clock }: Deps,
  place: (typeof announcementPlaces)[number],
  reader?: Reader,
): RunningAnnouncement[] {
  const now = clock().getTime()
  const runs = ({ startsAt, endsAt }: RunningAnnouncement) =>
    Date.parse(startsAt) <= now && (endsAt === null || Date.parse(endsAt) > now)
  const concerns = (list: readonly string[], value: string | undefined) =>
    list.length === 0 || (value !== undefined && list.includes(value))
  return published
    .announcements()
    .filter((one) => one.place === place && runs(one))
    .filter(({ accountIds, roles }) => concerns(accountIds, reader?.accountId) && concerns(roles, reader?.role))
}

/** What runs now for a viewer and they have not put away. Asks the database only when something runs. */
export async function readAnnouncements(deps: Deps & { db: Pool }, viewer: Viewer): Promise<RunningAnnouncement[]> {
  const running = runningFor(deps, 'portal', viewer)
  if (running.length === 0) return running
  const ids = running.filter(({ dismissible }) => dismissible).map(({ id }) => id)
  const dismissed = ids.length === 0 ? new Set<string>() : await selectDismissed(deps.db, viewer.userId, ids)
  return running.filter(({ id }) => !dismissed.has(id))
}

/** Notes that a viewer has put an announcement away. Throws not_found for one that does not run for them. */
export async function dismiss(deps: Deps & { db: Pool }, viewer: Viewer, id: string): Promise<void> {
  const found = runningFor(deps, 'portal', viewer).find((one) => one.id === id)
  if (!found?.dismissible) throw notFound()
  await insertDismissal(deps.db, viewer.userId, id, deps.clock())
}

/** An announcement in a language, else in English, else in the first that it has. */
export function inLanguage(announcement: RunningAnnouncement, language: Language): Announcement {
  const { id, texts, link, dismissible } = announcement
  const known = [language, 'en' as const, ...languages].find((one) => texts[one] !== undefined) ?? 'en'
  return { id, text: texts[known] ?? '', language: known, link, dismissible }
}
