import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#contract/mail.ts'
import type { RegistrationMode } from '#contract/registration/modes.ts'
import type { Pools } from '#database/connect.ts'
import type { Listener } from '#database/listen.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import type { Db } from '#database/transaction.ts'
import type { AuthDeps } from './auth/auth.ts'
import type { PasswordPolicy, RandomBytes } from './auth/passwords/passwords.ts'
import type { ConsoleRule } from './http/console/gate.ts'
import type { ServerSettings } from './http/server.ts'
import type { Intake } from './ingest/intake.ts'
import type { PdfWorkerPool } from './papers/pdf-worker-pool.ts'
import type { Publishing } from './publishing.ts'
import type { Regions } from './regions/regions.ts'
import type { VirusScanner } from './requests/virus-scan.ts'
import type { KeptDays } from './retention/retention.ts'
import type { System } from './system/routes.ts'
import type { TermsOfUse } from './terms/terms.ts'

/** What the portal needs from outside: the database, sign-in, time, ids and the operator's settings. */
export type AppDeps = {
  pools: Pick<Pools, 'viewer' | 'server' | 'work' | 'console' | 'lock'>
  auth: AuthDeps
  listener: Listener
  clock: () => Date
  /** A new UUIDv7. */
  newId: () => string
  /** Whether the disk has room for new data; unset: always. */
  hasRoom?: (() => boolean) | undefined
  /** Whether this server is about to end; unset: never. */
  isDraining?: () => boolean
  /** Says why the portal cannot work through its pooler; undefined without one. */
  findPoolerFault?: (() => Promise<string | undefined>) | undefined
  /** Counts calls; unset: nobody reads metrics. */
  observe?: ((app: FastifyInstance) => void) | undefined
  /** Takes in what the ERP sends; absent: in this thread. */
  intake?: Intake
  /** Other regions of the supplier; unset: there are none. */
  regions?: Regions | undefined
  /** Reads files that are in an object storage; unset: there is none. */
  readFile?: ReadFile
  /** What the console shows and does of the portal itself. */
  system: System
  settings: {
    /** The origin (scheme, host and port) of the portal, if the operator has set it. */
    publicOrigin: string | undefined
    trustProxy: boolean | string | string[]
    /** The server listens on its own machine alone and answers only to local host names. */
    onlyLocal?: boolean
    /** The URL to which browsers report the pages viewed. */
    pageViews?: string | undefined
    /** Gets the requests whose document names no salesperson with an address. */
    supportEmail?: string | undefined
    /** The language of mails to people who have chosen none. Default: English. */
    mailLanguage?: Language
    /** The operator's FAQ, with a folder for each language. */
    faqFolder?: string | undefined
    /** The operator's template of an address at which an invoice is paid. */
    paymentLink?: string | undefined
    /** Whether there is a console, and for which networks; unset: for all. */
    console?: ConsoleRule
    /** For how many days records are kept; unset: messages for 90, everything else as long as what it is about. */
    keptDays?: KeptDays
    /** The operator's virus scanner. */
    scanFile?: VirusScanner | undefined
    /** The folder whose files are imported, and the private networks in which sources of files may be. */
    imports?: { folder: string | undefined; networks: readonly string[] | undefined }
  }
  /** How people register, and what that needs. */
  entry: { mode: RegistrationMode; terms: TermsOfUse; policy: PasswordPolicy; mail: Outbox<Db>; random: RandomBytes }
  /** What staff have published, and what is in force of it with files and settings. */
  publishing: Publishing
  /** The workers that set papers. */
  papers: { pdfWorker: PdfWorkerPool; mostLines: number }
  /** How people are notified; links and pushes are signed with the operator's secrets. */
  notifications: {
    secrets: readonly string[]
    /** The server's time zone, for people and accounts without their own. */
    timeZone: string
    /** Whether an address belongs to a push service; unset: only the known ones. */
    takesPushes?: (address: string) => boolean
  }
  logger?: FastifyServerOptions['logger']
  /** Limits of concurrent and frequent calls; unset: as docs/limits.md says for two cores. */
  admission?: Pick<ServerSettings, 'capacity' | 'rates' | 'limits'>
  /** The built web application; without it only the API is served. */
  webFolder?: string
}
