import type { Endpoint } from '#contract/endpoint.ts'
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
  /** With `cutOff`, a stream that breaks off with an error for which it is true becomes a problem; else it throws. */
  read: (
    chunks: AsyncIterable<Uint8Array>,
    options: { cutOff?: (error: unknown) => boolean },
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
