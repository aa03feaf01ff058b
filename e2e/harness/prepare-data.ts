import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPortal } from './portal.ts'

let folder = ''

/**
 * Vitest's global set-up: prepares data folders as a portal leaves them after its first start, one with the demo and
 * one without. Each file starts with a copy: creating the database anew would be a third of what most files take.
 */
export async function setup(project: TestProject): Promise<void> {
  folder = project.config.env.PREPARED_DATA ?? ''
  mkdirSync(folder, { recursive: true })
  await Promise.all(
    ['auto', 'off'].map(async (DEMO) => {
      const portal = await startPortal({ DEMO, DATA_DIR: join(folder, DEMO) })
      await portal.stop()
    }),
  )
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}
