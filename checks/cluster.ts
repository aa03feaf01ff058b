import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStages } from './runner.ts'
import { clusterStages } from './stages.ts'

/*
 * `npm run cluster`: three servers behind a proxy on a primary and a standby of PostgreSQL, which are restarted and killed. It
 * takes too long to be a part of `npm test`.
 */

type Figure = { where: string; what: string; value: string }

const programs = { postgresql: '/usr/lib/postgresql', haproxy: '/usr/sbin/haproxy' }
const missing = Object.entries(programs).filter(([, path]) => !statSync(path, { throwIfNoEntry: false }))
if (missing.length > 0) {
  const packages = missing.map(([name]) => name).join(' ')
  process.stderr.write(`Programs of Debian are missing: apt-get install ${packages}\n`)
  process.exitCode = 2
} else {
  const folder = mkdtempSync(join(tmpdir(), 'portal-cluster-'))
  const file = join(folder, 'figures.json')
  try {
    const runnerDeps = { write, now: () => performance.now() }
    process.exitCode = (await runStages(clusterStages(file), runnerDeps)) ? 0 : 1
    const figures = statSync(file, { throwIfNoEntry: false })
      ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[])
      : []
    for (const { where, what, value } of figures) write(`${where.padEnd(34)} ${what.padEnd(44)} ${value}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function write(text: string): void {
  process.stdout.write(text)
}
