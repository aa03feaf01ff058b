import type { TestProject } from 'vitest/node'
import type {} from './database.ts'
import { startTestServer } from './server.ts'

/** Vitest's global set-up: one PostgreSQL for the whole run, with a migrated database that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template, tokenSecret, stop } = await startTestServer()
  project.provide('database', { adminUrl, template, tokenSecret })
  return stop
}
