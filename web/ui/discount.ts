import { locale } from './locale.ts'

const discount = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })

/** What is taken off a price, from percent: "5" is −5 %; null when nothing is. */
export function formatDiscount(percent: string | null): string | null {
  const share = Number(percent ?? 0) / 100
  return share === 0 ? null : discount.format(-share).replace('-', '−')
}
