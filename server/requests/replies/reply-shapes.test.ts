import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { texts } from '#contract/texts.ts'
import { cutReply } from '#server/formats/mail/cut-reply.ts'
import { readMail } from '#server/formats/mail/read-mail.ts'
import { replyShapes } from '#server/testing/mail-corpus.ts'

const markers = languages.map((language) => texts[language]['mail.replyAbove'])

test('of 240 replies as mail programs write them in six languages, what their author has typed stays, and nothing else', async () => {
  const shapes = replyShapes()
  expect(shapes).toHaveLength(240)
  const wrong: string[] = []
  for (const { name, language, own, write } of shapes) {
    const bytes = write({
      from: { name: 'Better Parts', address: 'portal@portal.example' },
      to: 'ann@better.example',
      subject: texts[language]['mail.replyAbove'],
      text: `${texts[language]['mail.replyAbove']}\n\nHello Ann,\n\nYour supplier writes: On Friday.\n\nOpen it\nhttps://portal.example/orders/O-1\n\n-- \nBetter Parts`,
    })
    const mail = await readMail(Buffer.concat([Buffer.from('From: ann@better.example\r\n'), bytes]))
    const cut = cutReply(mail.text, markers)
    if (cut !== own) wrong.push(`${name}:\n${cut}`)
  }
  expect(wrong).toEqual([])
})
