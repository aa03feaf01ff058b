type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Lockfile = { packages: Record<string, LockedPackage> }

/**
 * Packages whose entry in the lock file names a registry: an installation would bypass the registry configured in npm.
 */
export const pinnedToRegistry = (lockfile: string): string[] => {
  const { packages } = JSON.parse(lockfile) as Lockfile
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    .map(([name]) => name)
}

/** Dependencies in package.json that are not pinned to one version, also under an alias. */
export const unpinned = (manifest: string): string[] => {
  const {
    dependencies = {},
    devDependencies = {},
    optionalDependencies = {},
  } = JSON.parse(manifest) as Record<string, Record<string, string>>
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`)
}

/** Where npm looks for a package that the package at `path` needs: beside it, then further up. */
export const lookUp = (path: string, name: string): string[] => {
  const candidate = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  const parent = path.lastIndexOf('node_modules/')
  return path === '' ? [candidate] : [candidate, ...lookUp(path.slice(0, Math.max(0, parent - 1)), name)]
}

const missingPackages = ({ packages }: Lockfile) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter(([name]) => !lookUp(path, name).some((candidate) => packages[candidate] !== undefined))
      .map(([name, version]) => ({ name, version, parent: entry })),
  )

/** Packages that another one in the lock file names and that have no entry: `npm ci` refuses such a lock file. */
export const missingFromLock = (lockfile: string): string[] =>
  missingPackages(JSON.parse(lockfile) as Lockfile).map(({ name, version }) => `${name}@${version}`)

const systems: Readonly<Record<string, string>> = { win: 'win32', windows: 'win32', wasi: 'wasi' }
const knownSystem = /^(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win|win32|windows)$/
const knownProcessor = /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64|wasm32)$/

/** The system and processor that a package of binaries is for, by the words of its name. */
const platformOf = (name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> => {
  const words = name.split(/[/-]/)
  const os = words.find((word) => knownSystem.test(word))
  const cpu = words.find((word) => knownProcessor.test(word))
  if (cpu === undefined) throw new Error(`The name of ${name} does not say which processor it is for.`)
  return {
    ...(os === undefined ? {} : { os: [systems[os] ?? os] }),
    cpu: [cpu],
    ...(os === 'linux' && words.includes('musl') ? { libc: ['musl'] } : {}),
    ...(os === 'linux' && words.includes('gnu') ? { libc: ['glibc'] } : {}),
  }
}

/**
 * The lock file with an entry for each package of another platform that the registry in use does not offer. The entry
 * has the version that its parent names; its checksum comes when a registry offers the package (`addChecksums`).
 */
export const completeLock = (lockfile: string): string => {
  const lock = JSON.parse(lockfile) as Lockfile
  for (const { name, version, parent } of missingPackages(lock)) {
    if (parent.optionalDependencies?.[name] === undefined)
      throw new Error(`${name} is needed and not in the lock file.`)
    const dev = parent.dev === true ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platformOf(name) }
  }
  // The project itself has the empty path, which comes first.
  const sorted = Object.entries(lock.packages).toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`
}

const packagesWithoutChecksum = ({ packages }: Lockfile) =>
  Object.entries(packages).filter(
    ([path, entry]) => path !== '' && entry.link !== true && entry.integrity === undefined,
  )

/** Where the lock file is written and releases are tested; every package that is installed there has been seen. */
const referencePlatform = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const

const isForOtherPlatform = (entry: LockedPackage) =>
  (['os', 'cpu', 'libc'] as const).some((key) => entry[key]?.includes(referencePlatform[key]) === false)

/**
 * Packages that npm would install unchecked: those without a checksum, but for the optional ones of other platforms that the
 * registry in use did not offer.
 */
export const uncheckedPackages = (lockfile: string): string[] =>
  packagesWithoutChecksum(JSON.parse(lockfile) as Lockfile)
    .filter(([, entry]) => entry.optional !== true || !isForOtherPlatform(entry))
    .map(([path]) => path)

/** The lock file with the checksums that `checksumOf` finds for packages that have none. */
export const addChecksums = (
  lockfile: string,
  checksumOf: (name: string, version: string) => string | undefined,
): { lockfile: string; missing: string[] } => {
  const lock = JSON.parse(lockfile) as Lockfile
  const missing: string[] = []
  for (const [path, { version = '', ...entry }] of packagesWithoutChecksum(lock)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const integrity = checksumOf(name, version)
    if (integrity === undefined) missing.push(`${name}@${version}`)
    else lock.packages[path] = { version, integrity, ...entry }
  }
  return { lockfile: `${JSON.stringify(lock, null, 2)}\n`, missing }
}
