import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../debian-postgres.ts'
import { freePort } from '../proxies.ts'
import { makeBaseImages } from './base-images.ts'
import { container, containers } from './containers.ts'

/* The image of the Dockerfile, as docs/operating/install.md has it run: on a PostgreSQL outside, without rights. */

const root = resolve(import.meta.dirname, '../..')
const name = `portal-${randomBytes(4).toString('hex')}`
const image = `localhost/${name}`
const password = 'nine barges on a slow river'
const database = await startPostgres(['fsync=on'])
const [url, port] = [await database.create('portal'), await freePort()]
const address = `http://127.0.0.1:${port}`
const node = '/portal/node_modules/.bin/node'

afterAll(() => {
  containers(['rm', '--force', '--volumes', name])
  containers(['rmi', '--force', image])
  database.stop()
})

/** An operator's command in the running container; gives the last line that it prints. */
const command = (args: readonly string[], input = '') =>
  container(['exec', '--interactive', name, node, '/portal/dist/server/cli.js', ...args], input)
    .trimEnd()
    .split('\n')
    .at(-1) ?? ''

beforeAll(() => {
  if (process.env.BASE_IMAGES === 'debian') makeBaseImages()
  // What it holds is in the archive: nothing is fetched.
  container(['build', '--network', 'none', '--tag', image, root])
  const settings = {
    ...{ HOST: '127.0.0.1', PORT: `${port}`, DATABASE_URL: url },
    TOKEN_SECRET: 'a secret that signs the tokens of this container',
  }
  const environment = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const restrictions = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  // On the network of this machine, where the PostgreSQL is.
  container(['run', '--detach', '--name', name, '--network', 'host', ...restrictions, ...environment, image])
}, 600_000)

test('It starts without rights on a file system that it cannot write', async () => {
  const readiness = () =>
    fetch(`${address}/api/health/ready`).then(
      ({ status }) => status,
      () => 'nothing listens yet',
    )
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200)
})

test('The image is no larger than 260 MB, has no shell and belongs to no privileged user', () => {
  const [size, user] = container(['image', 'inspect', '--format', '{{.Size}} {{.Config.User}}', image])
    .trim()
    .split(' ')
  process.stdout.write(`The image has ${(Number(size) / 1e6).toFixed(0)} MB.\n`)
  expect(Number(size)).toBeGreaterThan(150e6)
  expect(Number(size)).toBeLessThanOrEqual(260e6)
  expect(user).toBe('65532:65532')
  // Nothing in it can be run but what it is for.
  for (const shell of ['/bin/sh', '/bin/bash', '/busybox/sh']) {
    const { status, output } = containers([
      'run',
      '--rm',
      '--network',
      'none',
      '--entrypoint',
      shell,
      image,
      '-c',
      'true',
    ])
    expect(status).toBe(127)
    expect(output).toMatch(/no such file|not found/i)
  }
})

test('Its health check and the operator’s commands run in it', () => {
  container(['exec', name, node, '/portal/dist/server/health.js'])
  const { status, output } = containers(['exec', name, node, '/portal/dist/server/cli.js', 'doctor'])
  // How Debian sets PostgreSQL up deserves a look: without checksums.
  expect(output).toMatch(/^(ok|look) +database /m)
  expect(output).not.toMatch(/^bad/m)
  expect(status).toBe(0)
})

test('It takes an order in, shows it to its customer, makes its paper and writes nowhere but to its volumes', async () => {
  const key = command(['key', 'create', '--name', 'erp'])
  const order = {
    ...{ type: 'orders', number: 'SO-1', account: 'C-1', accountName: 'Better', status: 'confirmed' },
    ...{ currency: 'EUR', totals: { net: '25.00', tax: '4.75', gross: '29.75' } },
    lines: [{ line: '10', name: 'Pump', quantity: '2', unit: 'EA', unitPrice: '12.50', amount: '25.00' }],
  }
  const sent = await fetch(`${address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: JSON.stringify(order),
  })
  expect({ status: sent.status, text: await sent.text() }).toMatchObject({ status: 200 })
  const person = ['--email', 'ann@better.example', '--name', 'Ann', '--account', 'C-1', '--role', 'admin']
  command(['user', 'add', ...person, '--password-stdin'], password)
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'ann@better.example', password }),
  })
  const authorization = `Bearer ${(await signedIn.json()) as string}`
  const detail = await fetch(`${address}/api/documents/orders/SO-1`, { headers: { authorization } })
  expect(await detail.json()).toMatchObject({ number: 'SO-1' })
  const paper = await fetch(`${address}/api/documents/orders/SO-1/pdf`, { headers: { authorization } })
  expect(
    Buffer.from(await paper.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  // Docker and Podman name what was written beside volumes and what they mount themselves.
  const written = container(['diff', name]).split('\n')
  expect(written.filter((line) => /^[AC] \/(portal|usr|var|data|backups)\//.test(line))).toEqual([])
})

test('It ends by itself when it is told to', () => {
  container(['stop', '-t', '20', name])
  expect(container(['inspect', '--format', '{{.State.ExitCode}}', name]).trim()).toBe('0')
})
