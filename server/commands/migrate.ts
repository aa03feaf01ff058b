import type { Command } from './command.ts'

/** Migrates the database by opening it. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database to this version.',
  run: async ({ open, out }) => {
    await open()
    out('The database is at this version.')
  },
}
