import type { Context, Opened } from '../command.ts'

/** What the checks look at: a command's own database, or that of the running portal. */
export type DoctorContext = Pick<Context, 'config' | 'clock'> & {
  open: () => Promise<Pick<Opened, 'pools'> & { database: Pick<Opened['database'], 'ownerUrl' | 'urls'> }>
}
