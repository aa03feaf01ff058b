import type { GuessChoices, GuessFinding } from '#contract/imports/guess.ts'
import type { ReadOptions } from '#contract/imports/profile.ts'
import { because, type Guess, guessDateOrder, guessDecimals } from './dialect.ts'

/** What somebody chose, else the guess. */
export function chosenOr<T>(chosen: T | undefined, guess: () => Guess<T>): Guess<T> {
  return chosen === undefined ? guess() : { value: chosen, certainty: 1, because: because('chosen') }
}

/** Sets the date order and the signs of numbers in `read` that the cells show, or that somebody chose. */
export function guessSigns(
  rows: readonly (readonly string[])[],
  read: ReadOptions,
  choices: GuessChoices,
): GuessFinding[] {
  const findings: GuessFinding[] = []
  const dates = choices.dates
    ? chosenOr(choices.dates, () => ({ value: 'day first' as const, certainty: 0, because: because('chosen') }))
    : guessDateOrder(rows.flat())
  if (dates) {
    read.dates = dates.value
    findings.push({ subject: 'dates', ...dates })
  }
  const guessed = guessDecimals(rows.flat())
  const { decimal = guessed?.value.decimal } = choices
  const thousands = choices.thousands === 'none' ? '' : choices.thousands
  const isChosen = choices.decimal !== undefined || thousands !== undefined
  if (decimal !== undefined) {
    const other = decimal === ',' ? '.' : ','
    const sign = thousands ?? (choices.decimal === undefined ? guessed?.value.thousands : other) ?? ''
    Object.assign(read, { decimal, thousands: sign === decimal ? '' : sign })
    findings.push({
      ...{ subject: 'decimals', value: decimal, certainty: isChosen ? 1 : (guessed?.certainty ?? 0) },
      because: (!isChosen && guessed?.because) || because('chosen'),
    })
  }
  return findings
}
