import { locale } from './locale.ts'

const discount = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })

/** A discount in percent as a text: "5" becomes −5 %; null when there is none. */
export function formatDiscount(percent: string | null): string | null {
  const share = Number(percent ?? 0) / 100
  return share === 0 ? null : discount.format(-share).replace('-', '−')
}
