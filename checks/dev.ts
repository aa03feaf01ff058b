import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/*
 * What `npm run dev` runs: the portal with its demo, started again whenever a file that it loads is saved, and the web from
 * its sources, which an open page shows changed at once. Vite passes calls of the API on to the portal.
 */

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'

const run = (args: readonly string[], extraEnvironment: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...extraEnvironment } })

const vite = join(root, 'node_modules/vite/bin/vite.js')
const processes = [
  run(['--watch', '--watch-preserve-output', join(root, 'server/main.ts')], { PORT: port }),
  run([vite, '--port', webPort, '--strictPort'], { PORTAL_URL: `http://localhost:${port}` }),
]
process.stderr.write(`Open http://localhost:${webPort}: what you save is shown there.\n`)

let isEnding = false
const end = (code: number) => {
  if (isEnding) return
  isEnding = true
  process.exitCode = code
  for (const child of processes) child.kill('SIGTERM')
}
for (const child of processes) child.on('exit', (code) => end(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
