import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()

test('A colleague who can be named in a message is told apart from another of the same name by their address', async () => {
  await portal.ingest({ type: 'orders', number: 'O-far', account: 'C-2', lines: [] })
  const asker = await portal.signIn('asker@d.example', 'C-2', 'buyer')
  for (const [email, name] of [
    ['lee@d.example', 'Ann Lee'],
    ['ann@d.example', 'ann lee'],
    ['bo@d.example', 'Bo Berg'],
  ] as const) {
    await portal.signIn(email, 'C-2', 'buyer')
    await portal.database.owner.query('update users set name = $2 where email = $1', [email, name])
  }
  const { body } = await portal.get('/conversations/colleagues?type=orders', asker)
  const { colleagues } = body as { colleagues: { name: string; email: string | null }[] }
  const named = colleagues.filter(({ name }) => !name.includes('@')).map(({ name, email }) => [name, email])
  expect(named).toHaveLength(3)
  expect(named).toEqual(
    expect.arrayContaining([
      ['Ann Lee', 'lee@d.example'],
      ['ann lee', 'ann@d.example'],
      ['Bo Berg', null],
    ]),
  )
})
