import { minorUnits } from '#contract/values/minor-units.ts'
import { formatDecimal } from '../format.ts'

/** An amount with its currency's decimal places; further places, as unit prices have, are kept. */
export function formatAmount(decimal: string, currency: string | null): string {
  const places = currency === null ? 2 : minorUnits(currency)
  const decimals = decimal.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return formatDecimal(decimal, places, Math.max(places, decimals))
}
