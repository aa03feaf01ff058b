import type { Pool } from 'pg'
import type { ContentKind, SellerContent } from '#contract/console/content.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { TextBlock } from '#contract/faq.ts'
import type { Language } from '#contract/languages.ts'
import type { MailKind, Outbox } from '#contract/mail.ts'
import type { MailedNotice } from '#contract/notifications/text.ts'
import type { PaperKind } from '#contract/papers.ts'
import type { PortalBranding } from '#contract/portal.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import type { LogoFormat } from './logo-file.ts'
import type { Published } from './published.ts'
import { announceChange, type ContentPlace, insertVersion } from './queries.ts'

/** Where a text comes from in each language that has it, apart from what the console has saved. */
export type TextFile = { name: string; sources: Partial<Record<Language, 'portal' | 'folder'>> }

/** What is in force where the console has saved nothing, and how other features show it. */
export type ContentSources = {
  /** Name, colour, logo and links of the settings. */
  brand: PortalBranding
  terms: { text: string; texts: Partial<Record<Language, string>>; source: 'portal' | 'folder' }
  faq: {
    list: () => Promise<TextFile[]>
    read: (file: TextFile, language: Language) => Promise<string | undefined>
    headingOf: (text: string) => string | undefined
  }
  /** The supplier of the settings; undefined: none. */
  seller: SellerContent | undefined
  isLogo: (format: LogoFormat, bytes: Buffer) => boolean
  /** Whether papers can show a picture. Throws unavailable when too many papers wait. */
  printsLogo: (logo: { format: LogoFormat; bytes: Buffer }) => Promise<boolean>
  /** Prints an example of a kind of paper with these data of the supplier. */
  print: (kind: PaperKind, content: SellerContent, language: Language) => Promise<Buffer>
  toBlocks: (markdown: string) => TextBlock[]
  /** A mail of a kind with example values, as it leaves. */
  compose: (mail: ExampleMail, language: Language) => { subject: string; text: string; html: string }
}
export type ExampleMail = { kind: MailKind; values: Record<string, string>; path?: string; notices?: MailedNotice[] }

export type ContentDeps = {
  db: Pool
  published: Published
  sources: ContentSources
  mail: Outbox<Db>
  clock: () => Date
  newId: () => string
}

export type Act = { staff: Staff; caller: Caller }

/** Keeps another version of something and puts it in force on all servers; `details` stand in the audit log. */
export async function saveContent(
  deps: ContentDeps,
  place: ContentPlace,
  content: string | null,
  { staff, caller }: Act,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const id = deps.newId()
  await withTransaction(deps.db, async (db) => {
    await insertVersion(db, { ...place, id, content, now: deps.clock(), staffId: staff.staffId })
    await record(deps, db, {
      action: content === null ? 'content_taken_back' : 'content_saved',
      ...{ caller, staffId: staff.staffId },
      details: { ...describe(place), version: id, ...details },
    })
    await announceChange(db)
  })
  await deps.published.changed()
}

function describe({ kind, name, language }: ContentPlace): Record<string, string> {
  return { kind, ...(name === kind ? {} : { name }), ...(language === '' ? {} : { language }) }
}

/** The place of what is the same in all languages. */
export const placeOf = (kind: ContentKind): ContentPlace => ({ kind, name: kind, language: '' })
