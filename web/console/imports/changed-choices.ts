import type { GuessChoices } from '#contract/imports/guess.ts'

/** What is chosen instead of what was guessed; undefined takes a choice back. */
export type ChangedChoices = { [Name in keyof GuessChoices]?: GuessChoices[Name] | undefined }
