/*
 * What an archive of the write-ahead log and the backups beside it can be restored to. PostgreSQL names each file of its
 * log, a segment of 16 MB, by timeline, log and number: 24 hexadecimal digits that order as the log does.
 */

/** Where a backup begins and ends in the log of an archive; it can be restored to any moment from `from` on that the log reaches. */
export type ArchivePosition = { name: string; firstLog: string; lastLog: string; from: string }

/** An archive: its segments in order, and of some of them until when all that was committed is in them and those before. */
export type ArchivedLog = { name: string; segments: readonly string[]; covered: Readonly<Record<string, string>> }

/** A backup of an archive; damaged ones are none. */
export type Base = { backup: string; archive: ArchivePosition }

/** From when and until when a backup can be restored, and the segments that it takes beside its own. */
export type Reach = { base: Base; from: string; until: string; segments: string[] }

const segmentName = /^[0-9A-F]{24}$/
const segmentsOfLog = 0x100

/** Whether a file is a whole segment of the log. */
export const isSegment = (name: string): boolean => segmentName.test(name)

/** The segment that follows another. */
export function nextSegment(name: string): string {
  return segmentAt(name, 1)
}

/** The segment before another. */
export function previousSegment(name: string): string {
  return segmentAt(name, -1)
}

function segmentAt(name: string, step: number): string {
  const number = Number.parseInt(name.slice(8, 16), 16) * segmentsOfLog + Number.parseInt(name.slice(16), 16) + step
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(Math.floor(number / segmentsOfLog)) + hex(number % segmentsOfLog)
}

/** How far a backup and the log after it reach: up to the first segment that is missing. */
export function reachOf(base: Base, log: ArchivedLog): Reach {
  const { firstLog, lastLog, from } = base.archive
  const archived = new Set(log.segments)
  const segments: string[] = []
  let last = lastLog
  for (let next = nextSegment(lastLog); archived.has(next); next = nextSegment(next)) {
    segments.push(next)
    last = next
  }
  const moments = Object.entries(log.covered).flatMap(([segment, moment]) =>
    segment >= firstLog && segment <= last ? [moment] : [],
  )
  return { base, from, until: [from, ...moments].sort().at(-1) ?? from, segments }
}

/** The reach of each backup whose archive is there, the newest backup last. */
export function reaches(bases: readonly Base[], logs: readonly ArchivedLog[]): Reach[] {
  return bases
    .flatMap((base) => {
      const log = logs.find(({ name }) => name === base.archive.name)
      return log ? [reachOf(base, log)] : []
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** The newest backup from which a moment can be reached. */
export function reachFor(moment: string, all: readonly Reach[]): Reach | undefined {
  return all.findLast(({ from, until }) => from <= moment && moment <= until)
}

/** The spans of time to any moment of which can be restored, the oldest first. */
export function spansOf(all: readonly Reach[]): { from: string; until: string }[] {
  const spans: { from: string; until: string }[] = []
  for (const { from, until } of all) {
    const last = spans.at(-1)
    if (last && from <= last.until) last.until = [last.until, until].sort().at(-1) ?? until
    else spans.push({ from, until })
  }
  return spans
}

/** Whether the log of today can be reached from no backup, so that one is due. */
export function needsBase(name: string, bases: readonly Base[], log: ArchivedLog | undefined): boolean {
  const newest = log?.segments.at(-1)
  return !bases.some((base) => {
    if (base.archive.name !== name) return false
    const { segments } = reachOf(base, log ?? { name, segments: [], covered: {} })
    return newest === undefined || (segments.at(-1) ?? base.archive.lastLog) >= newest
  })
}

/** The segments that no backup needs: those before the first of the oldest. Without a backup all stay. */
export function superfluousSegments({ name, segments }: ArchivedLog, bases: readonly Base[]): string[] {
  const needed = bases.flatMap(({ archive }) => (archive.name === name ? [archive.firstLog] : [])).sort()[0]
  return needed === undefined ? [] : segments.filter((segment) => segment < needed)
}

/**
 * Whether an archive is over: no backup begins in it, and nothing has come into it for longer than backups are kept. One
 * into which another portal writes is not.
 */
export function isOver({ name, covered }: ArchivedLog, bases: readonly Base[], before: string): boolean {
  const newest = Object.values(covered).sort().at(-1)
  return newest !== undefined && newest < before && !bases.some(({ archive }) => archive.name === name)
}
