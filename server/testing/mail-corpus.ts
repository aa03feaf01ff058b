import type { Language } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'
import { attributionOf, headerBlock, mailWords, separatorOf } from './mail-words.ts'

/* Replies as mail programs write them, in six languages: what a person has typed, and around it what their program adds. */

/** The mail that is replied to. */
export type Original = { from: { name: string; address: string }; to: string; subject: string; text: string }

export type ReplyShape = {
  /** Which program, in which language, in which variant. */
  name: string
  language: Language
  /** What the person has typed: what is to stay. */
  own: string
  /** The mail without its first header fields (From, To, Message-ID), from `Subject` on. */
  write: (original: Original) => Buffer
}

type Body = { plain?: string; html?: string }
type Draft = { language: Language; own: string; signature: string; original: Original }
type Program = { name: string; phone: boolean; compose: (draft: Draft) => Body; bottom?: boolean }

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const asHtml = (text: string) =>
  text
    .split('\n')
    .map((line) => `<div>${line === '' ? '<br>' : escapeHtml(line)}</div>`)
    .join('\n')

/** Breaks a long line as programs do that send lines of at most 76 characters. */
function wrap(line: string): string {
  const words = line.split(' ')
  let length = 0
  return words
    .map((word, index) => {
      const breaks = index > 0 && length + word.length > 75
      length = breaks ? word.length : length + word.length + 1
      return `${index === 0 ? '' : breaks ? '\n' : ' '}${word}`
    })
    .join('')
}

const above = ({ own, signature }: Draft) => (signature === '' ? own : `${own}\n\n${signature}`)

const programs: readonly Program[] = [
  {
    name: 'Outlook, as text',
    phone: false,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n${separatorOf(draft.language, '-----')}\n${headerBlock(draft.language, draft.original)}\n\n${draft.original.text}`,
    }),
  },
  {
    name: 'Outlook, as HTML alone',
    phone: false,
    compose: (draft) => ({
      html: `<html><head><style>p.MsoNormal {margin:0}</style></head><body><div class="WordSection1">${asHtml(above(draft))}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>${escapeHtml(headerBlock(draft.language, draft.original)).replaceAll('\n', '</b><br><b>').replaceAll(': ', ':</b> ')}</p></div>${asHtml(draft.original.text)}</div></body></html>`,
    }),
  },
  {
    name: 'Outlook on the web',
    phone: false,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n________________________________\n${headerBlock(draft.language, draft.original)}\n\n${draft.original.text}`,
      html: `<div>${asHtml(above(draft))}</div><hr><div id="divRplyFwdMsg">${asHtml(headerBlock(draft.language, draft.original))}</div>${asHtml(draft.original.text)}`,
    }),
  },
  {
    name: 'Gmail',
    phone: false,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n${wrap(attributionOf('gmail', draft.language, draft.original.from))}\n\n${quote(draft.original.text)}\n`,
      html: `<div dir="auto">${asHtml(above(draft))}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escapeHtml(attributionOf('gmail', draft.language, draft.original.from))}<br></div><blockquote class="gmail_quote">${asHtml(draft.original.text)}</blockquote></div>`,
    }),
  },
  {
    name: 'Gmail, as HTML alone',
    phone: false,
    compose: (draft) => ({
      html: `<div dir="auto">${asHtml(above(draft))}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(attributionOf('gmail', draft.language, draft.original.from))}<br></div><blockquote class="gmail_quote">${asHtml(draft.original.text)}</blockquote></div>`,
    }),
  },
  {
    name: 'Apple Mail',
    phone: false,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n${quote(`${attributionOf('apple', draft.language, draft.original.from)}\n\n${draft.original.text}`)}\n`,
    }),
  },
  {
    name: 'Thunderbird, reply above',
    phone: false,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n${attributionOf('thunderbird', draft.language, draft.original.from)}\n${quote(draft.original.text)}\n`,
    }),
  },
  {
    name: 'Thunderbird, reply below',
    phone: false,
    bottom: true,
    compose: (draft) => ({
      plain: `${attributionOf('thunderbird', draft.language, draft.original.from)}\n${quote(draft.original.text)}\n\n${above(draft)}\n`,
    }),
  },
  {
    name: 'iPhone',
    phone: true,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n> ${attributionOf('apple', draft.language, draft.original.from)}\n> \n${quote(draft.original.text)}\n`,
      html: `<html><body dir="auto">${asHtml(above(draft))}<div dir="ltr"><br><blockquote type="cite">${escapeHtml(attributionOf('apple', draft.language, draft.original.from))}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${asHtml(draft.original.text)}</div></blockquote></body></html>`,
    }),
  },
  {
    name: 'Android, Samsung',
    phone: true,
    compose: (draft) => ({
      plain: `${above(draft)}\n\n${separatorOf(draft.language, '-------- ')}\n${headerBlock(draft.language, draft.original, 'date')}\n\n${draft.original.text}`,
    }),
  },
]

const charsets = ['utf-8, quoted-printable', 'utf-8, base64', 'windows-1252', 'utf-8, flowed'] as const

/** Each program in each language in four variants: 240 replies. */
export function replyShapes(): ReplyShape[] {
  return languages.flatMap((language, row) =>
    programs.flatMap((program, column) =>
      charsets.map((charset, variant): ReplyShape => {
        const words = mailWords[language]
        const own = words.bodies[(row + column + variant) % words.bodies.length] ?? ''
        const signatures = [
          '',
          words.signature,
          `-- \n${words.name}\nBetter Bikes`,
          `${words.signature}\n\n${words.disclaimer}`,
        ]
        const signature = program.phone && variant < 2 ? words.phone : (signatures[(column + variant) % 4] ?? '')
        return {
          name: `${program.name}, ${language}, ${charset}`,
          language,
          own,
          write: (original) => {
            const [, ...withoutMarker] = original.text.split('\n\n')
            // Half of them quote the mail without its first line, as after a second reply.
            const text = variant % 2 === 0 ? original.text : withoutMarker.join('\n\n')
            const body = program.compose({ language, own, signature, original: { ...original, text } })
            return writeMime(`${words.re} ${original.subject}`, body, charset)
          },
        }
      }),
    ),
  )
}

function writeMime(subject: string, { plain, html }: Body, charset: (typeof charsets)[number]): Buffer {
  const subjectLine = `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\nMIME-Version: 1.0\r\n`
  const parts = [
    ...(plain === undefined ? [] : [writePart('plain', plain, charset)]),
    ...(html === undefined ? [] : [writePart('html', html, charset)]),
  ]
  const [first = Buffer.alloc(0)] = parts
  if (parts.length === 1) return Buffer.concat([Buffer.from(subjectLine), first, Buffer.from('\r\n')])
  const boundary = 'part-of-this-mail'
  return Buffer.concat([
    Buffer.from(`${subjectLine}Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/** Arabic has no letters in windows-1252: its programs send UTF-8 then. */
function writePart(kind: 'plain' | 'html', text: string, charset: (typeof charsets)[number]): Buffer {
  const lines = text.replaceAll('\n', '\r\n')
  const single = charset === 'windows-1252' ? asWindows1252(lines) : undefined
  const name = single ? 'windows-1252' : 'utf-8'
  const flowed = kind === 'plain' && charset === 'utf-8, flowed' ? '; format=flowed' : ''
  const head = (encoding: string) =>
    Buffer.from(
      `Content-Type: text/${kind}; charset=${name}${flowed}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
    )
  if (single) return Buffer.concat([head('8bit'), single])
  if (charset === 'utf-8, base64') {
    const encoded = Buffer.from(lines).toString('base64').replace(/.{76}/g, '$&\r\n')
    return Buffer.concat([head('base64'), Buffer.from(encoded)])
  }
  if (charset === 'utf-8, flowed') return Buffer.concat([head('8bit'), Buffer.from(lines)])
  return Buffer.concat([head('quoted-printable'), Buffer.from(quotedPrintable(lines))])
}

function quotedPrintable(text: string): string {
  return text
    .split('\r\n')
    .map((line) => {
      const bytes = [...Buffer.from(line)].map((byte) =>
        (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 ? String.fromCharCode(byte) : hexOf(byte),
      )
      const rows = ['']
      for (const byte of bytes) {
        const row = rows.length - 1
        if ((rows[row] ?? '').length + byte.length > 73) rows.push(byte)
        else rows[row] += byte
      }
      return rows.join('=\r\n').replace(/ $/, '=20')
    })
    .join('\r\n')
}
const hexOf = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`

const windows1252: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
}

function asWindows1252(text: string): Buffer | undefined {
  const bytes = [...text].map((character) => windows1252[character] ?? character.codePointAt(0) ?? 0)
  return bytes.every((byte) => byte < 256) ? Buffer.from(bytes) : undefined
}
