/**
 * Packages whose entry in the lock file names a registry: an installation would bypass the registry configured in npm.
 */
export const pinnedToRegistry = (lockfile: string): string[] => {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { resolved?: string; link?: boolean }> }
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    .map(([name]) => name)
}

/** Dependencies in package.json that are not pinned to one version, also under an alias. */
export const unpinned = (manifest: string): string[] => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(manifest) as Record<string, Record<string, string>>
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`)
}
