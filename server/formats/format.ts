import type { Endpoint } from '#contract/endpoint.ts'
import type {
  Because,
  GuessChoices,
  GuessColumn,
  GuessFinding,
  GuessPlaces,
  GuessTable,
} from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { EventReadResult, Incoming, Problem, TradeReadResult } from './message.ts'

type AnyFormat = {
  /** What its documents and raw messages are stored under. */
  name: string
  /** The call that takes it. */
  endpoint: Endpoint
  /** The media types of the call's body. */
  mediaTypes: readonly [string, ...string[]]
  /** How its files end. */
  extensions: readonly string[]
  /** Whether a file that begins so is of this format; for files whose extension another format has, too. */
  recognises?: (head: string) => boolean
}

/** Documents that name their account, read while they come, however many they are. */
export type DocumentFormat = AnyFormat & {
  gives: 'documents'
  /** The call in which each message is a part of its document. */
  changeEndpoint?: Endpoint
  /**
   * With `cutOff`, a stream that breaks off with an error for which it is true becomes a problem; else it throws. With
   * `keepsDigits` numbers are `Digits`.
   */
  read: (
    chunks: AsyncIterable<Uint8Array>,
    options: { cutOff?: (error: unknown) => boolean; keepsDigits?: boolean },
  ) => AsyncIterable<Incoming>
}

/** Documents that name their buyer: one a file, or many files in a ZIP. */
export type TradeFormat = AnyFormat & {
  gives: 'trade messages'
  /** Never throws for invalid content. */
  read: (content: Uint8Array) => Promise<TradeReadResult>
  /** Whether a file states any amount: only then is it kept from those who may not see prices. */
  statesAmounts: (content: Uint8Array) => boolean
}

/** Events of shipments: many a file. */
export type EventFormat = AnyFormat & {
  gives: 'events'
  /** Returns the problems if it is no such file. Throws invalid_input when it is too large. */
  read: (content: Uint8Array) => Promise<{ problems: Problem[] } | { reads: EventReadResult[] }>
  /** A file with this entry alone, which `read` has read as one of many. */
  entryOf: (content: Uint8Array, line: number) => Uint8Array
  /** The path of an event in its file. */
  pathOf: (line: number) => string
}

/** What ingest needs to know of a format. */
export type Format = DocumentFormat | TradeFormat | EventFormat

/** A file by its name, as people know it, and where it is. */
export type NamedFile = { name: string; path: string }

/** The customer of a document: the account's number, or another key by which it is found. */
export type CustomerKey = { by: 'number' | 'vat' | 'gln'; value: string }

/**
 * A document that a profile made of rows: its number in the run from 1, what it says without its account, and what of the
 * rows cannot be used. With problems it is refused.
 */
export type MappedDocument = {
  line: number
  document: Record<string, unknown>
  customer: CustomerKey | undefined
  problems: Problem[]
}

/**
 * Files that are read by a profile. Its documents can be asked for any number of times, and are the same each time; a
 * report on them, whose lines are their numbers, gets the places in the files.
 */
export type MappedFiles = {
  documents: () => AsyncIterable<MappedDocument>
  withPlaces: (report: IngestReport) => IngestReport
  /** Whether all rows were read. */
  isWhole: boolean
  close: () => void
}

/** What a file was taken for, what it was taken for by what in it, and its columns and value tables with what occurs. */
export type GuessedProfile = {
  profile: ImportProfile
  findings: GuessFinding[]
  columns: GuessColumn[]
  tables: GuessTable[]
  /** Of the table that holds the lines; empty where they stand in the rows of the documents. */
  lineColumns: GuessColumn[]
  /** Fields that are put together: as somebody chose, else as an earlier profile of these columns has them. */
  formulas: NonNullable<GuessChoices['formulas']>
  /** The other sheets or files, one of which may hold the lines. */
  linesTables: string[]
  /** Of a text with columns of fixed widths: its first lines, and where the columns begin, from 1. */
  text: { lines: string[]; starts: number[] } | null
  /** The sheets of a workbook. */
  sheets: string[]
  /** Where the rows of XML and JSON may be, and their lines. */
  places: GuessPlaces
}
/** What somebody chose instead of what is guessed, and the profiles that there are, the newest first. */
export type GuessOptions = { choices: GuessChoices; earlier: readonly ImportProfile[] }

/** Files of any program, which a profile reads: unlike the formats above they mean nothing without it. */
export type ProfileFormat = {
  /**
   * Reads files, or with `mostRows` the beginning of each. `scratch` is a folder for what does not stay in memory, `id` a
   * name there. Throws FileRefused when they cannot be read by the profile.
   */
  open: (
    profile: ImportProfile,
    files: readonly NamedFile[],
    options: { scratch: string; id: string; mostRows?: number | undefined },
  ) => Promise<MappedFiles>
  /** The problems of what should be a profile; none when it can be run. */
  problems: (input: unknown) => Problem[]
  /** The problems of what should be a value of a profile. */
  valueProblems: (input: unknown) => Problem[]
  /** The files that belong together, each list one run, and the names of those that are missing. */
  sets: <F extends { name: string }>(profile: ImportProfile, files: readonly F[]) => { files: F[]; missing: string[] }[]
  /** A profile for a file, with what in the file says so. Throws FileRefused. */
  guess: (files: readonly NamedFile[], options?: GuessOptions) => Promise<GuessedProfile>
  /** What a column can be taken for by a guess. */
  fields: readonly string[]
  /** What a guess is made by, as a sentence. */
  evidence: (because: Because) => string
}
