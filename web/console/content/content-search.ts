import { searchReader } from '#contract/search-parameters.ts'

/** Which part of the content is shown, and which text in which language, as the address says. */
export type ContentSearch = { [Name in 'tab' | 'text' | 'language']?: string | undefined }

/** What an address asks of the page of the content. */
export const readContentSearch = searchReader<ContentSearch>({
  tab: /^(brand|texts|supplier|links|mails|templates)$/,
  text: /^[a-zA-Z0-9/-]{1,90}$/,
  language: /^(en|de|fr|es|nl|ar)$/,
})
