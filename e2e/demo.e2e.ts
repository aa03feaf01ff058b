import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPortal } from './harness/portal.ts'

const asa = { email: 'asa@demo.example', password: 'quiet harbour lantern seventeen' }

const signIn = (address: string) =>
  fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asa),
  })

test('a trial’s folder that is opened for others lets nobody in with the passwords that everybody knows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-'))
  try {
    const trialPortal = await startPortal({ DEMO: 'auto', DATA_DIR: folder })
    expect((await signIn(trialPortal.address)).status).toBe(200)
    await trialPortal.stop()

    for (const HOST of ['0.0.0.0', '127.0.0.1']) {
      // Not a trial: as in a container, which listens on 0.0.0.0, and as with the README's DEMO=off.
      const realPortal = await startPortal({ DEMO: HOST === '0.0.0.0' ? 'auto' : 'off', DATA_DIR: folder, HOST })
      const refused = await signIn(realPortal.address)
      expect(await refused.json()).toMatchObject({ code: 'wrong_credentials' })
      expect(() => realPortal.command(['user', 'enable', asa.email])).toThrow(/belongs to the demo/)
      expect(realPortal.command(['doctor'])).toMatch(/^ok +demo +no demo sign-ins/m)
      await realPortal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
