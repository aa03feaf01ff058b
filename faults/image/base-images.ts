import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { container } from './containers.ts'

/*
 * The images on which the Dockerfile builds, made of Debian's own packages where no registry of images can be reached. They
 * need root and debootstrap.
 */

const run = (program: string, args: readonly string[], cwd: string): void => {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

/** What the distroless image for programs in C is made of. */
const distroless = [
  ...['base-files', 'ca-certificates', 'netbase', 'tzdata'],
  ...['libc6', 'libssl3', 'libgcc-s1', 'libgomp1', 'libstdc++6', 'gcc-12-base'],
]

/** Makes both images under the names that the Dockerfile gives them. */
export function makeBaseImages(): void {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bases-'))
  const [packages, small, large] = ['packages', 'small', 'large'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  try {
    for (const each of [packages, small]) mkdirSync(each)
    run('apt-get', ['download', '--quiet', ...distroless], packages)
    for (const file of readdirSync(packages)) run('dpkg-deb', ['--extract', join(packages, file), small], folder)
    run('debootstrap', ['--variant=minbase', 'bookworm', large], folder)
    makeImage(small, 'gcr.io/distroless/cc-debian12:nonroot')
    makeImage(large, 'docker.io/library/debian:12-slim')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeImage(root: string, name: string): void {
  const archive = `${root}.tar`
  run('tar', ['--create', '--file', archive, '--directory', root, '.'], root)
  container(['import', archive, name])
}
