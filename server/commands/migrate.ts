import type { Command } from './command.ts'

/** Opening the database migrates it; this says what it came to. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database to this version.',
  run: async ({ open, out }) => {
    await open()
    out('The database is at this version.')
  },
}
