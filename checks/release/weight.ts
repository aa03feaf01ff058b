import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lockfile } from '../rules/lockfile.ts'
import { deadWeightOf, releaseLock, releaseManifest } from './packages.ts'

/* What `npm run weight` prints: what the packages weigh that run and build the portal, and those of a release archive. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB`

/** The bytes of a package without the packages inside it; none where it is not installed, being of another platform. */
const bytesOf = (path: string, isCounted: (file: string) => boolean): number => {
  if (statSync(join(root, path), { throwIfNoEntry: false }) === undefined) return 0
  return readdirSync(join(root, path), { withFileTypes: true }).reduce((sum, entry) => {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(inner, isCounted)
    return entry.isFile() && isCounted(inner) ? sum + statSync(join(root, inner)).size : sum
  }, 0)
}

/** What the packages of a lock file weigh as they are installed here, the heaviest first; a scope counts as one. */
const weigh = (lock: string, isCounted: (file: string) => boolean): string[] => {
  const { packages } = JSON.parse(lock) as Lockfile
  const weights = new Map<string, number>()
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = path.split('/')[1]
    if (name === undefined || dev === true) continue
    weights.set(name, (weights.get(name) ?? 0) + bytesOf(path, isCounted))
  }
  const sum = [...weights.values()].reduce((total, bytes) => total + bytes, 0)
  const heavy = [...weights].toSorted(([, one], [, other]) => other - one).slice(0, 20)
  return [megabytes(sum), ...heavy.map(([name, bytes]) => `${megabytes(bytes)}  ${name}`)]
}

const lock = read('package-lock.json')
const installed = weigh(lock, () => true)
const manifest = releaseManifest(read('package.json'))
const ownLock = releaseLock(lock, manifest)
const isDeadWeight = deadWeightOf(ownLock, manifest)
const released = weigh(ownLock, (file) => !isDeadWeight(file))
process.stdout.write(
  `${['Installed to build and run:', ...installed, '', 'In a release archive:', ...released].join('\n')}\n`,
)
