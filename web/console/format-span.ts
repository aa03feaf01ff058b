import { locale } from '../ui/locale.ts'

const units = [
  ['day', 86_400, 2 * 86_400],
  ['hour', 3_600, 5_400],
  ['minute', 60, 0],
] as const

/** A span of time in words, in the largest unit that tells enough: minutes to an hour and a half, hours to two days, then days. */
export function formatSpan(seconds: number): string {
  const [unit, length] = units.find(([, , from]) => seconds >= from) ?? units[2]
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(locale, format).format(Math.max(1, Math.round(seconds / length)))
}
