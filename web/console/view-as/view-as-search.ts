import { searchReader } from '#contract/search-parameters.ts'

/** Whom the page looks for, and who is chosen, as its address says. */
export type ViewAsSearch = { [Name in 'text' | 'person' | 'account']?: string | undefined }

/** Whom the page looks for, by an address. */
export const readViewAsSearch = searchReader<ViewAsSearch>({
  text: /^.{1,100}$/,
  person: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  account: /^.{1,200}$/,
})
