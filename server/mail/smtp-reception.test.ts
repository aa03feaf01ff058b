import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { receiveBySmtp } from './smtp-reception.ts'

/* How mail servers hand over replies to the portal's own SMTP server, encrypted where it has a certificate. */

const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'portal.pem')

/** Writes a new certificate for the portal with its key, as a program does that renews them. */
function renew(name: string, minute: number): void {
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  // Node makes no certificates; each system for which there is a Node has this program, or Git brings it.
  const pem = execFileSync('openssl', [...request, '-subj', `/CN=${name}`, '-keyout', '-'], { stdio: 'pipe' })
  writeFileSync(path, pem)
  utimesSync(path, minute * 60, minute * 60)
}

const warnings: string[] = []
const taken: string[] = []
const reception = async (certificate: string | undefined) => {
  const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) }
  const opened = await receiveBySmtp({
    ...{ host: '127.0.0.1', port: 0, name: 'portal.test', certificate, log },
    isTaken: (address) => address.startsWith('reply+'),
    take: async ({ bytes }) => taken.push(bytes.toString()) > 0,
  })
  afterAll(opened.stop)
  return opened
}
/** Sends a mail, encrypted if that is offered, and only to whoever has the certificate that is in the file now. */
const send = async (port: number, options: object = {}, certificate = readFileSync(path)) => {
  const tls = { ca: certificate, checkServerIdentity: () => undefined }
  const smtp = createTransport({ host: '127.0.0.1', port, tls, ...options })
  await smtp.sendMail({ from: 'ann@better.example', to: 'reply+1@portal.test', text: 'On Friday.' })
  smtp.close()
}

test('mails come in encrypted where the portal has a certificate, and plain where it has none', async () => {
  renew('first.portal.test', 1)
  const { port } = await reception(path)
  await send(port, { requireTLS: true })
  const plain = await reception(undefined)
  await send(plain.port)
  await expect(send(plain.port, { requireTLS: true })).rejects.toThrow('STARTTLS')
  expect(taken.map((mail) => mail.includes('On Friday.'))).toEqual([true, true])
})

test('a certificate that was renewed is used at once, and the former one while the new cannot be read', async () => {
  renew('second.portal.test', 2)
  const { port } = await reception(path)
  renew('third.portal.test', 3)
  await send(port, { requireTLS: true })
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, 200))
  await send(port, { requireTLS: true }, whole)
  expect(warnings).toEqual([expect.stringContaining('stays the former one')])
  rmSync(path)
  await send(port, { requireTLS: true }, whole)
  expect(warnings).toHaveLength(2)
})

test('a certificate that cannot be used is refused at the start, with the file and the mend', async () => {
  writeFileSync(path, 'no certificate')
  await expect(reception(path)).rejects.toThrow(`${path} cannot be used`)
})
