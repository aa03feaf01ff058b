import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPortal } from './portal.ts'

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
    const tried = await startPortal({ DEMO: 'auto', DATA_DIR: folder })
    expect((await signIn(tried.address)).status).toBe(200)
    await tried.stop()

    for (const HOST of ['0.0.0.0', '127.0.0.1']) {
      // Real as the README's second line makes it, and as a container does.
      const real = await startPortal({ DEMO: HOST === '0.0.0.0' ? 'auto' : 'off', DATA_DIR: folder, HOST })
      const refused = await signIn(real.address)
      expect(await refused.json()).toMatchObject({ code: 'wrong_credentials' })
      expect(() => real.command(['user', 'enable', asa.email])).toThrow(/belongs to the demo/)
      expect(real.command(['doctor'])).toMatch(/^ok +demo +no demo sign-ins/m)
      await real.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
