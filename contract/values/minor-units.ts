/** Returns the decimal places of a currency's minor unit (ISO 4217), for showing an amount. */
export function minorUnits(currency: string): number {
  if (noMinorUnit.has(currency)) return 0
  return threeMinorUnits.has(currency) ? 3 : 2
}
const noMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const threeMinorUnits = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
