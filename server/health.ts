import { readConfig } from './config.ts'

/*
 * What a container's health check runs, where there is no shell and no curl: ends with 0 when the portal on this machine
 * serves, else with 1 and the reason.
 */

const { PORT } = readConfig(process.env)
await fetch(`http://127.0.0.1:${PORT}/api/health/ready`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok, status }) => {
    if (!ok) fail(`The portal answers ${status}.`)
  },
  (error: unknown) => fail(`The portal does not answer: ${error instanceof Error ? error.message : String(error)}.`),
)

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}
