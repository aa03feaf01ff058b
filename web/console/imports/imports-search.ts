import { searchReader } from '#contract/search-parameters.ts'

/** What the page of imports shows, as the address says. */
export type ImportsSearch = { [Name in 'tab' | 'profile']?: string | undefined }

/** What an address asks of the page of imports. */
export const readImportsSearch = searchReader<ImportsSearch>({
  tab: /^(runs|sources)$/,
  profile: /^[a-z0-9][a-z0-9-]{0,62}$/,
})
