import { UsageError } from '../command.ts'

/**
 * The moment of a text such as 2026-11-26 14:05, by the clock of this machine unless it names a zone. Throws UsageError.
 */
export function readMoment(text: string): Date {
  const form = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/
  const [, day, time, seconds = ':00', zone = ''] = form.exec(text) ?? []
  const moment = new Date(`${day}T${time}${seconds}${zone}`)
  // A day that no month has would count as one of the next.
  const isReal = zone !== '' || localText(moment).startsWith(`${day} ${time}`)
  if (Number.isNaN(moment.getTime()) || !isReal)
    throw new UsageError(`--to ${text} is no moment. Write it as 2026-11-26 14:05, or 2026-11-26T14:05:30+01:00.`)
  return moment
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** A moment by the clock of this machine. */
export function localText(moment: Date): string {
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-')
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(':')}`
}
