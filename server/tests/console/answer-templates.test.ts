import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerTemplate, FilledTemplate } from '#contract/console/answer-templates.ts'
import type { ContentVersion } from '#contract/console/content.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Texts that staff keep ready, as they stand in the answer to a customer. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start, { mailLanguage: 'de' })
const desk = consoleOf(portal, () => new Date(start))
const { owner: database, pools } = portal.database

let support: string
let content: string
let sales: { cookie: string; id: string }
let customer: string
let question: string
beforeAll(async () => {
  support = (await desk.join('sue@supplier.example', 'support', 'Sue Support')).cookie
  content = (await desk.join('cora@supplier.example', 'content', 'Cora Content')).cookie
  sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  await portal.ingest({
    ...({ type: 'orders', number: 'O-1', account: 'A-1', accountName: 'Alpha Bikes', currency: 'EUR' } as const),
    ...{ issueDate: '2026-03-01', lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
  })
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  await speak('fr')
  question = await ask()
})

/** The language that the customer has chosen; null: none. */
const speak = (language: string | null) =>
  database.query('update users set language = $1, browser_language = null where email = $2', [
    language,
    'ann@a.example',
  ])
async function ask(): Promise<string> {
  const body = { key: randomUUID(), note: 'Where is it?' }
  const asked = await portal.call('POST', '/documents/orders/O-1/ask', { token: customer, body })
  return String(asked.body.id)
}
/** The id of a question that belongs to no document. */
async function askInGeneral(): Promise<string> {
  const body = { key: randomUUID(), text: 'When are you open?' }
  const asked = await portal.call<{ request: { id: string } }>('POST', '/conversation/messages', {
    token: customer,
    body,
  })
  return asked.body.request.id
}
const add = (template: object, cookie = support) =>
  desk.call('POST', '/content/answerTemplates', { cookie, body: template })
const change = (id: string, template: object, cookie = support) =>
  desk.call('PUT', `/content/answerTemplates/${id}`, { cookie, body: template })
const remove = (id: string) => desk.call('DELETE', `/content/answerTemplates/${id}`, { cookie: support })
const list = async () =>
  (await desk.call('GET', '/content/answerTemplates', { cookie: content })).body.templates as AnswerTemplate[]
const versionsOf = async (id: string) =>
  (await desk.call('GET', `/content/answerTemplates/${id}/versions`, { cookie: support })).body
    .versions as ContentVersion[]
async function offered(request = question, cookie = support) {
  const { status, body } = await desk.call('GET', `/requests/${request}/answerTemplates`, { cookie })
  return { status, ...(body as { language: string; templates: FilledTemplate[] }) }
}

describe('A template of an answer', () => {
  test('is filled in with what the request says, in the language of who asked', async () => {
    const texts = {
      en: 'Dear {person}, {number} of {customer} leaves by {today+3}. {staff}, {today}',
      fr: 'Bonjour {person}, {number} de {customer} part le {today+3}. {staff}, {today}',
    }
    const { status, body } = await add({ title: 'Leaves soon', texts })
    expect(status).toBe(200)
    expect(await offered()).toMatchObject({
      language: 'fr',
      templates: [
        {
          ...{ id: body.id, title: 'Leaves soon', language: 'fr' },
          text: 'Bonjour ann@a.example, O-1 de Alpha Bikes part le 13 mars 2026. Sue Support, 10 mars 2026',
        },
      ],
    })
    await remove(String(body.id))
  })

  test('is in the language of the portal’s mails where it has none in the customer’s, and says so', async () => {
    const { body } = await add({ title: 'Thanks', texts: { en: 'Thank you.', de: 'Danke.', nl: 'Dank u.' } })
    const thanks = async () => {
      const { language, templates } = await offered()
      return [language, templates[0]?.language, templates[0]?.text]
    }
    expect(await thanks()).toEqual(['fr', 'de', 'Danke.'])
    await speak(null)
    expect(await thanks()).toEqual(['de', 'de', 'Danke.'])
    await database.query(`update accounts set language = 'nl' where number = 'A-1'`)
    expect(await thanks()).toEqual(['nl', 'nl', 'Dank u.'])
    await database.query(`update accounts set language = null where number = 'A-1'`)
    await speak('fr')
    await remove(String(body.id))
  })

  test('that names a document is offered only where there is one', async () => {
    const about = await add({ title: 'About it', texts: { fr: 'Pour {number}' } })
    const plain = await add({ title: 'Hello', texts: { fr: 'Bonjour' } })
    const general = await askInGeneral()
    expect((await offered()).templates.map(({ text }) => text)).toEqual(['Pour O-1', 'Bonjour'])
    expect((await offered(general)).templates.map(({ text }) => text)).toEqual(['Bonjour'])
    for (const { body } of [about, plain]) await remove(String(body.id))
  })

  test('is refused with the field and the reason when it says something wrong', async () => {
    const refused = async (template: object) => {
      const { status, body } = await add(template)
      return { status, field: body.errors?.[0]?.field, message: body.message }
    }
    expect(await refused({ title: 'A', texts: { en: 'Hello {name}' } })).toEqual({
      ...{ status: 400, field: 'texts.en' },
      message: '{name} is not a placeholder; choose one of those above the text.',
    })
    for (const wrong of ['{today+999}', '{person+1}', '{today+}', '{today-1}', '{}'])
      expect(await refused({ title: 'A', texts: { en: wrong } })).toMatchObject({ status: 400, field: 'texts.en' })
    expect(await refused({ title: '  ', texts: { en: 'Hello' } })).toMatchObject({ status: 400, field: 'title' })
    expect(await refused({ title: 'A', texts: { en: '  ' } })).toMatchObject({ status: 400, field: 'texts' })
    expect(await list()).toEqual([])
  })

  test('is kept once by two presses of a form, and not kept again by a press after it was deleted', async () => {
    const id = randomUUID()
    expect((await add({ id, title: 'Hello', texts: { en: 'Hi' } })).body.id).toBe(id)
    expect((await add({ id, title: 'Hello', texts: { en: 'Hello' } })).body.id).toBe(id)
    expect(await list()).toEqual([{ id, title: 'Hello', texts: { en: 'Hello' } }])
    await remove(id)
    expect((await add({ id, title: 'Hello', texts: { en: 'Hello again' } })).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('keeps its versions, and each change is in the audit log', async () => {
    const id = String((await add({ title: 'First', texts: { en: 'One' } })).body.id)
    expect((await change(id, { title: 'Second', texts: { en: 'Two' } }, content)).status).toBe(200)
    expect(await list()).toEqual([{ id, title: 'Second', texts: { en: 'Two' } }])
    const [newest, first] = await versionsOf(id)
    expect([newest?.savedBy, first?.savedBy]).toEqual(['Cora Content', 'Sue Support'])
    expect((await change(id, JSON.parse(first?.content ?? ''))).status).toBe(200)
    expect((await list())[0]).toMatchObject({ title: 'First', texts: { en: 'One' } })
    expect((await remove(id)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await versionsOf(id)).map((version) => version.content === null)).toEqual([true, false, false, false])
    const entries = await readAudit(pools.server, { user: 'sue@supplier.example' })
    expect(entries.at(-1)).toMatchObject({
      action: 'content_taken_back',
      details: { kind: 'template', name: id, before: 'First', after: '–' },
    })
    expect((await remove(id)).status).toBe(404)
  })

  test('is changed by nobody who never had the right, and offered to nobody who may not see the request', async () => {
    expect((await add({ title: 'A', texts: { en: 'A' } }, sales.cookie)).status).toBe(403)
    expect((await change(randomUUID(), { title: 'A', texts: { en: 'A' } })).status).toBe(404)
    expect((await offered(question, sales.cookie)).status).toBe(404)
    expect((await offered(question, content)).status).toBe(403)
    await database.query(
      `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
      [sales.id],
    )
    expect((await offered(question, sales.cookie)).status).toBe(200)
  })
})
