import { searchReader } from '#contract/search-parameters.ts'

/** What people are found by, as the address says. */
export type PeopleSearch = { text?: string | undefined }

/** What people are found by, of an address. */
export const readPeopleSearch = searchReader<PeopleSearch>({ text: /^.{1,200}$/ })
