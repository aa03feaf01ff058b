import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStages } from './runner.ts'
import { clusterStages } from './stages.ts'

/*
 * `npm run cluster`: three servers behind a proxy on a primary and a standby of PostgreSQL, which are restarted and killed, and
 * on three PostgreSQLs with Patroni. It takes too long to be a part of `npm test`. Names of files narrow it.
 */

type Figure = { where: string; what: string; value: string }

const programs = { postgresql: '/usr/lib/postgresql', haproxy: '/usr/sbin/haproxy' }
const missing = packagesWithout(programs)
/** Without these, what runs on them is left out. */
const missingForPatroni = packagesWithout({ patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd' })
if (missing !== '') {
  process.stderr.write(`Programs of Debian are missing: apt-get install ${missing}\n`)
  process.exitCode = 2
} else {
  if (missingForPatroni !== '')
    write(`Patroni is left out, for which is missing: apt-get install ${missingForPatroni}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-cluster-'))
  const file = join(folder, 'figures.json')
  try {
    const runnerDeps = { write, now: () => performance.now() }
    process.exitCode = (await runStages(clusterStages(file, process.argv.slice(2)), runnerDeps)) ? 0 : 1
    const figures = statSync(file, { throwIfNoEntry: false })
      ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[])
      : []
    for (const { where, what, value } of figures) write(`${where.padEnd(34)} ${what.padEnd(44)} ${value}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages of Debian whose programs this machine does not have. */
function packagesWithout(paths: Readonly<Record<string, string>>): string {
  return Object.entries(paths)
    .filter(([, path]) => !statSync(path, { throwIfNoEntry: false }))
    .map(([name]) => name)
    .join(' ')
}

function write(text: string): void {
  process.stdout.write(text)
}
