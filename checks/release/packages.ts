import { type Lockfile, lookUp } from '../rules/lockfile.ts'
import { isTest, type SourceFile } from '../rules/project-files.ts'

/* Which packages a release holds: those that the server loads, without the ones that only build the web or test. */

type Manifest = {
  dependencies: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** Names among `dependencies` that are used only to build the web. */
  buildDependencies: string[]
  /** Names among `dependencies` that the built server does not contain, but loads or starts (server.config.ts). */
  unbundledDependencies: string[]
  scripts: Record<string, string>
}

/** The package.json of a release. */
export const releaseManifest = (manifest: string): string => {
  const { dependencies, buildDependencies, scripts, ...rest } = JSON.parse(manifest) as Manifest
  const { devDependencies: _, ...kept } = rest as typeof rest & { devDependencies?: unknown }
  const needed = Object.entries(dependencies).filter(([name]) => !buildDependencies.includes(name))
  const { start, portal } = scripts
  return `${JSON.stringify({ ...kept, scripts: { start, portal }, dependencies: Object.fromEntries(needed) }, null, 2)}\n`
}

/** The lock file of a release: the same versions and checksums, for the packages that its package.json leads to. */
export const releaseLock = (lockfile: string, manifest: string): string => {
  const lock = JSON.parse(lockfile) as Lockfile
  const { name, version, license, engines, dependencies, optionalDependencies } = JSON.parse(manifest)
  const kept = packagesFrom(lock, Object.keys({ ...dependencies, ...optionalDependencies }))
  const packages = Object.entries(lock.packages).filter(([path]) => kept.has(path))
  const top = { name, version, license, dependencies, optionalDependencies, engines }
  return `${JSON.stringify({ ...lock, packages: { '': top, ...Object.fromEntries(packages) } }, null, 2)}\n`
}

/** The paths of the packages of these names, and of all that they need. */
const packagesFrom = (lock: Lockfile, names: readonly string[]): Set<string> => {
  const kept = new Set<string>()
  const follow = (path: string, needed: readonly string[]): void => {
    for (const candidates of needed.map((name) => lookUp(path, name))) {
      const found = candidates.find((candidate) => lock.packages[candidate] !== undefined)
      if (found === undefined || kept.has(found)) continue
      kept.add(found)
      const entry = lock.packages[found]
      const peers = Object.keys(entry?.peerDependencies ?? {})
      const peersNeeded = peers.filter((peer) => entry?.peerDependenciesMeta?.[peer]?.optional !== true)
      follow(found, [...Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }), ...peersNeeded])
    }
  }
  follow('', names)
  return kept
}

/**
 * Tells which files of a release's packages nothing reads while the portal runs: types, source maps, headers, libraries
 * to link with, the packages' own tests, examples and manuals, and the code of packages that the built server contains,
 * of which the licences stay.
 */
export const deadWeightOf = (lockfile: string, manifest: string): ((path: string) => boolean) => {
  const { unbundledDependencies, optionalDependencies = {} } = JSON.parse(manifest) as Manifest
  const loaded = packagesFrom(JSON.parse(lockfile) as Lockfile, [
    ...unbundledDependencies,
    ...Object.keys(optionalDependencies),
  ])
  return (path) => {
    const [, folder, file] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(path) ?? []
    if (folder === undefined || file === undefined || folder.endsWith('/.bin')) return false
    return !(loaded.has(folder) || isSaidOfPackage(file)) || isNeverRead(path)
  }
}

/** Whether a file at the top of a package says what it is and under which licence. */
const isSaidOfPackage = (file: string) => /^(package\.json|(un)?licen[cs]e[^/]*|notice[^/]*|copying[^/]*)$/i.test(file)

const isNeverRead = (path: string) =>
  /\.(d\.[mc]?ts|map|a)$/.test(path) ||
  /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/(test|examples|docs)\//.test(path) ||
  /^node_modules\/node-[^/]+\/(include|share)\//.test(path) ||
  /^node_modules\/@types\//.test(path)

/** Files of the project that a running portal reads beside what is built, and what its operator reads. */
export const isReleased = (path: string): boolean =>
  (/^(database|server)\//.test(path) && !/\.tsx?$|\/(testing|fixtures)[^/]*\/|\/tsconfig\.json$/.test(path)) ||
  /^(run|supervise)\.mjs$|^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|\.npmrc)$/.test(path) ||
  /^docs\/([^/]+\.md|(decisions|operating)\/.*\.md|screens\/.*)$/.test(path) ||
  /^deploy\//.test(path)

/** Whether a file names a package in an import, or as the beginning of a path that is put together. */
const names = (text: string, name: string) =>
  [`'${name}'`, `'${name}/`, `"${name}"`].some((form) => text.includes(form)) ||
  (name.startsWith('@') && text.includes(`\`${name.split('/')[0]}/\${`))

/** Whether a file belongs to the server, rather than to its tests. */
const isOfServer = ({ path }: SourceFile) =>
  /^(contract|database|server)\/.*\.ts$/.test(path) && !isTest(path) && !/\/testing[^/]*(\.ts$|\/)/.test(path)

/** Packages on the wrong list of package.json: the server loads those of a release, and none that only builds the web. */
export const misplacedPackages = (manifest: string, files: SourceFile[]): string[] => {
  const { dependencies, buildDependencies } = JSON.parse(manifest) as Manifest
  const sources = files.filter(isOfServer)
  return Object.keys(dependencies).flatMap((name) => {
    const user = sources.find(({ text }) => names(text, name))
    const isForBuild = buildDependencies.includes(name)
    if (isForBuild && user !== undefined) return [`${name} is not only for the build: ${user.path} loads it`]
    return isForBuild || user !== undefined ? [] : [`${name} is loaded by no file of the server: is it for the build?`]
  })
}
