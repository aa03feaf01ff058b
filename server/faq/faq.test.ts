import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { FaqCategory, TextBlock } from '#contract/faq.ts'
import { languages } from '#contract/languages.ts'
import { testPortal } from '../testing/portal.ts'
import { readCategories } from './categories.ts'
import { listRatedQuestions } from './faq.ts'
import { lexMarkdown, toBlocks } from './markdown.ts'

const faqFolder = await mkdtemp(join(tmpdir(), 'faq-'))
afterAll(() => rm(faqFolder, { recursive: true }))
const portal = await testPortal('2026-03-10T09:00:00Z', { supportEmail: 'help@supplier.example', faqFolder })
const { owner, pools } = portal.database
const order = { type: 'orders', number: 'SO/1', account: 'C-1', accountName: 'Better Bikes' } as const
await portal.ingest(order, { ...order, number: 'SO-2', account: 'C-2', accountName: 'Other' })
const ada = await portal.signIn('ada@example.com', 'C-1')
const ben = await portal.signIn('ben@example.com', 'C-1')

const write = async (language: string, name: string, text: string) => {
  await mkdir(join(faqFolder, language), { recursive: true })
  await writeFile(join(faqFolder, language, name), text)
}
const readFaqAs = async (language: string, token = ada) => {
  const reply = await portal.app.inject({
    url: '/api/faq',
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return reply.json<{ categories: FaqCategory[]; contact: boolean }>()
}
const rate = (id: string, helpful: boolean | null) =>
  portal.call('PUT', `/faq/${encodeURIComponent(id)}`, { token: ada, body: { helpful } })
const send = (body: object) => portal.call('POST', '/faq/contact', { token: ada, body })

beforeEach(async () => {
  for (const language of languages) await rm(join(faqFolder, language), { recursive: true, force: true })
  await portal.mails()
})

describe('The questions that are shipped', () => {
  test('are the same in every language, each with an answer', async () => {
    const shippedIds = (await readCategories('en', undefined)).flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(shippedIds.length).toBeGreaterThan(12)
    for (const language of languages) {
      const categories = await readCategories(language, undefined)
      expect(categories.flatMap(({ questions }) => questions.map(({ id }) => id))).toEqual(shippedIds)
      for (const { title, language: pageLanguage, questions } of categories) {
        expect([title === '', pageLanguage]).toEqual([false, language])
        expect(questions.filter(({ question, answer }) => question.includes('{') || answer.length === 0)).toEqual([])
      }
    }
  })
})

describe('What the operator writes', () => {
  test('replaces, adds and takes away, and shows at once', async () => {
    await write('en', '10-finding.md', '# Search\n\n## Where? {#where}\n\nUp there.')
    await write('en', '20-orders.md', '')
    await write('en', '90-returns.md', '# Returns\n\n## How do I return goods?\n\nCall us.')
    const { categories } = await readFaqAs('en')
    expect(categories.map(({ title }) => title)).toEqual(['Search', 'Invoices', 'Your profile', 'Returns'])
    expect(categories[0]?.questions.map(({ id }) => id)).toEqual(['10-finding.where'])
    expect(categories[3]?.questions.map(({ id }) => id)).toEqual(['90-returns.how-do-i-return-goods'])
  })

  test('in one language only is shown to the others in that one', async () => {
    await write('en', '90-returns.md', '# Returns\n\n## How?\n\nCall us.')
    await write('nl', '90-returns.md', '# Retouren\n\n## Hoe?\n\nBel ons.')
    const { categories } = await readFaqAs('de')
    expect(categories.map(({ title, language }) => [title, language])).toEqual([
      ['Belege finden', 'de'],
      ['Aufträge und Lieferungen', 'de'],
      ['Rechnungen', 'de'],
      ['Ihr Profil', 'de'],
      ['Returns', 'en'],
    ])
  })

  test('reaches nobody as markup: HTML is left out and only harmless addresses are links', () => {
    const blocks = toBlocks(
      lexMarkdown(
        '<script>alert(1)</script>\n\nA **b** <img src=x onerror=alert(1)> [go](/profile) [bad](javascript:alert(1)) [worse](//evil.example) ![cat](data:x) &amp; `c`\n\n- one\n  1. two\n\n<div onclick="x()">raw</div>',
      ),
    )
    const blockText = (block: TextBlock) => block.runs.map(({ text }) => text).join('')
    expect(blocks.map((block) => [block.kind, block.level, block.ordered, blockText(block)])).toEqual([
      ['paragraph', 0, false, 'A b  go bad worse cat & c'],
      ['item', 0, false, 'one'],
      ['item', 1, true, 'two'],
    ])
    expect(blocks.flatMap(({ runs }) => runs.flatMap(({ href }) => href ?? []))).toEqual(['/profile'])
    expect(JSON.stringify(blocks)).not.toMatch(/<|onerror|javascript/)
  })
})

describe('Whether an answer helped', () => {
  test('is kept with the person, can be changed and taken back, and is counted for the operator', async () => {
    const helpful = async (token: string) =>
      (await readFaqAs('fr', token)).categories[0]?.questions.find(({ id }) => id === '10-finding.find')?.helpful
    expect(await helpful(ada)).toBe(null)
    expect((await rate('10-finding.find', true)).status).toBe(200)
    expect([await helpful(ada), await helpful(ben)]).toEqual([true, null])
    await rate('10-finding.find', false)
    expect(await helpful(ada)).toBe(false)
    expect((await listRatedQuestions(pools.server, faqFolder))[0]).toMatchObject({ helped: 0, failed: 1 })
    await rate('10-finding.find', null)
    expect(await helpful(ada)).toBe(null)
  })

  test('of a question that is not there cannot be said', async () => {
    expect((await rate('10-finding.nothing', true)).status).toBe(404)
    expect((await owner.query('select 1 from faq_ratings')).rowCount).toBe(0)
  })
})

describe('A message to the supplier', () => {
  test('comes by mail with a link to the document, and a reply goes to the person who wrote it', async () => {
    expect((await readFaqAs('en')).contact).toBe(true)
    const reply = await send({ text: 'Where is it?\nThank you', document: { type: 'orders', number: 'SO/1' } })
    expect(reply).toMatchObject({ status: 200, body: { message: expect.stringContaining('on its way') } })
    const mails = await portal.mails()
    expect(mails).toMatchObject([
      {
        to: { address: 'help@supplier.example' },
        replyTo: { address: 'ada@example.com' },
        subject: 'Better Bikes (C-1): question about order SO/1',
      },
    ])
    expect(mails[0]?.text).toContain('Where is it?')
    expect(mails[0]?.text).toContain('https://portal.test/orders/SO%2F1')
    const { rows } = await owner.query(`select details from audit_log where action = 'support_asked'`)
    expect(rows).toEqual([{ details: { type: 'orders', number: 'SO/1' } }])
  })

  test('is mailed once when it is sent again under its key, even at the same moment, and under another key twice', async () => {
    const key = '7d0f3a52-3f0c-4a53-9d5b-0d6f6f0c2a11'
    const message = { key, text: 'Do you sell bells?', document: { type: 'orders', number: 'SO/1' } }
    const replies = await Promise.all([send(message), send(message)])
    replies.push(await send(message))
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 200, body: { message: expect.stringContaining('on its way') } })
    expect(await portal.mails()).toHaveLength(1)
    expect((await send({ ...message, key: key.replace('7', '8') })).status).toBe(200)
    expect(await portal.mails()).toHaveLength(1)
  })

  test.each([
    [404, { text: 'Where?', document: { type: 'orders', number: 'SO-2' } }],
    [404, { text: 'Where?', document: { type: 'orders', number: 'X' } }],
    [400, { text: '  ' }],
    [400, { text: 'x'.repeat(4001) }],
  ])('is refused with %i when it is %o', async (status, body) => {
    expect((await send(body)).status).toBe(status)
    expect(await portal.mails()).toEqual([])
  })

  test('cannot be written again and again by a program', async () => {
    const replies: number[] = []
    for (let index = 0; index < 21; index++) replies.push((await send({ text: `No ${index}` })).status)
    expect(replies.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await portal.mails()).length).toBeLessThanOrEqual(20)
  })
})
