import { Type } from 'typebox'
import { OptionalText } from '../values/nullable.ts'

/** An account to pay to, as replies name it. `text` is what could not be read as an IBAN. */
export const BankAccountReply = Type.Object({
  iban: OptionalText,
  bic: OptionalText,
  bank: OptionalText,
  holder: Type.String(),
  text: OptionalText,
})
