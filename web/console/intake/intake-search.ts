import { searchReader } from '#contract/search-parameters.ts'

/** What the page of the intake shows, and how what was refused is narrowed, as the address says. */
export type IntakeSearch = {
  [Name in 'tab' | 'view' | 'source' | 'reason' | 'type' | 'text' | 'what' | 'number']?: string | undefined
}

/** What an address asks of the page of the intake. */
export const readIntakeSearch = searchReader<IntakeSearch>({
  tab: /^(refused|waiting|removed|compare)$/,
  view: /^settled$/,
  source: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  reason: /^.{1,500}$/s,
  type: /^[a-z]{1,20}$/,
  text: /^.{1,100}$/,
  what: /^(withdrawn|moved|readmitted)$/,
  number: /^.{1,200}$/,
})
