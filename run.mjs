/*
 * The entry point of `npm start`, `npm test`, `npm run portal` and the other commands of package.json. It runs on any
 * Node from 20 on, with nothing installed: it installs missing packages, builds the web when its sources have changed,
 * and runs the command with the Node version that the project pins.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { supervise } from './supervise.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const modules = join(root, 'node_modules')
const programs = {
  start: 'server/main.ts',
  dev: 'checks/dev.ts',
  test: 'checks/test.ts',
  portal: 'server/cli.ts',
  bench: 'bench/main.ts',
  faults: 'checks/faults.ts',
  screens: 'e2e/screens.ts',
  texts: 'checks/write-texts.ts',
}

const [command = 'start', ...rest] = process.argv.slice(2)
const program = Object.hasOwn(programs, command) ? programs[command] : undefined
if (program === undefined) fail(`There is no command "${command}". Choose from: ${Object.keys(programs).join(', ')}.`)

install()
const node = join(modules, process.platform === 'win32' ? 'node/bin/node.exe' : '.bin/node')
if (!['dev', 'test', 'portal', 'texts'].includes(command)) buildWeb()
supervise({
  node,
  args: [join(root, program), ...rest],
  // Compiled code is cached, which makes later starts a third shorter.
  env: { NODE_COMPILE_CACHE: join(modules, '.cache/node'), ...process.env },
  restarts: command === 'start',
  say,
})

function install() {
  const lock = hash([join(root, 'package-lock.json')])
  const stamp = join(modules, '.installed')
  if (read(stamp) === lock) return
  if (!installedByHand()) {
    say('Installing what is missing…')
    // Not `npm ci`: a lock file written on one platform may lack the optional packages of another.
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
    const npm = process.env.npm_execpath
    const done = npm?.endsWith('.js')
      ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
      : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
    if (done.status !== 0) fail('The packages could not be installed; npm says why above. Mend that and try again.')
  }
  writeFileSync(stamp, lock)
}

/** Whether somebody has run npm since the lock file last changed. */
function installedByHand() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record) || !existsSync(join(modules, '.bin'))) return false
  return statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function buildWeb() {
  const output = join(root, 'dist/web')
  const stamp = join(root, 'dist/web.built')
  const sources = ['web', 'contract', 'vite.config.ts', 'web-chunks.ts', 'web-texts.ts', 'package-lock.json'].flatMap(
    (name) => filesOf(join(root, name)),
  )
  const now = hash(sources)
  if (read(stamp) === now && existsSync(join(output, 'index.html'))) return
  say('Building the web…')
  const vite = join(modules, 'vite/bin/vite.js')
  const built = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (built.status !== 0) fail('The web could not be built; the reason stands above.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

function filesOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return existsSync(path) ? [path] : []
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.endsWith('.test.ts') && !name.endsWith('.test.tsx'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)))
}

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return sum.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(line)
  process.exit(1)
}
