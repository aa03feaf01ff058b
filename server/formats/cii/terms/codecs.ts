import type { Codec, Rule } from '../translate.ts'

/* Texts that CII and UBL write differently. */

const day = /^(\d{4})-?(\d\d)-?(\d\d)$/

/** A calendar date: 20260305 in CII (format 102 of UN/EDIFACT 2379), 2026-03-05 in UBL. */
export const date: Codec = {
  toUbl: (text) => text.trim().replace(day, '$1-$2-$3'),
  toCii: (text) => text.trim().slice(0, 10).replace(day, '$1$2$3'),
}

/** A date at a path of CII without its innermost element. */
export const dateRule = (cii: string, ubl: string, innermost = 'udt:DateTimeString'): Rule => ({
  cii: `${cii}/${innermost}`,
  ubl,
  codec: date,
  marks: { format: '102' },
})

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/
const isIban = (text: string) => ibanPattern.test(text.replace(/\s+/g, ''))

/** An account number that is an IBAN. */
export const iban: Codec = {
  toUbl: (text) => text,
  toCii: (text) => (isIban(text) ? text.replace(/\s+/g, '') : undefined),
}

/** An account number that is no IBAN. */
export const otherAccount: Codec = { toUbl: (text) => text, toCii: (text) => (isIban(text) ? undefined : text) }

const yes = /^(true|1)$/i

/** Whether an entry is a charge; else it is an allowance. */
export const indicator: Codec = {
  toUbl: (text) => (yes.test(text.trim()) ? 'true' : 'false'),
  toCii: (text) => (yes.test(text.trim()) ? 'true' : 'false'),
}
