/** The portal's name, colour (#rrggbb) and public address for mails. */
export type Brand = {
  name: string
  color: string
  address: string
  /** The logo beside the name, which the mail carries along. */
  logo?: { format: 'svg' | 'png' | 'jpg'; bytes: Buffer } | undefined
}
/** The id of the part of a mail that is its logo (RFC 2392). */
export const logoId = 'logo'

/** The texts of a mail, in order. */
export type MailContent = {
  /** Above which a reply is written: what stands below it in a reply is the mail itself. */
  replyAbove?: string
  title: string
  /** What mail programs show beside the subject before the mail is opened. */
  preview: string
  greeting: string
  text: string
  note: string
  footer: string
  language: string
  direction: 'ltr' | 'rtl'
  /** A code that the reader types elsewhere. */
  code?: string | undefined
  /** Where the mail leads; `hint` stands beside the address for readers who cannot press a button. */
  button?: { action: string; hint?: string; link: string }
  /** Notices, each with its link and its severity; `more` says how many are left out. */
  list?: { lines: readonly NoticeLine[]; more: string | undefined }
  /** Links to the settings that choose which mails come, and to end them. */
  footerLinks: readonly { action: string; link: string }[]
}
export type NoticeLine = { title: string; text: string; link: string; severity: 'info' | 'good' | 'warn' | 'bad' }

/** The mail as plain text. */
export function renderText(content: MailContent, brand: Brand): string {
  return [
    ...(content.replyAbove === undefined ? [] : [content.replyAbove]),
    content.greeting,
    content.text,
    ...(content.list?.lines.map(({ title, text, link }) => `* ${title}\n  ${text}\n  ${link}`) ?? []),
    ...(content.list?.more ? [content.list.more] : []),
    ...(content.button ? [`${content.button.action}\n${content.button.link}`] : []),
    content.note,
    [
      '-- ',
      brand.name,
      brand.address,
      content.footer,
      ...content.footerLinks.map((footerLink) => `${footerLink.action}\n${footerLink.link}`),
    ].join('\n'),
  ].join('\n\n')
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '')

/** Escaped text in which the number of a document stays on one line. */
const renderInline = (text: string) =>
  escapeHtml(text).replace(/(?<![\w-])(?=[A-Z\d/-]*\d)[A-Z\d/]+(?:-[A-Z\d/]+)+(?![\w-])/g, (number) =>
    number.length > 24 ? number : `<span style="white-space:nowrap">${number}</span>`,
  )

/** Black or white, whichever has more contrast on the colour (relative luminance of WCAG 2). */
export function readableTextColour(color: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const part = Number.parseInt(color.slice(offset, offset + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

const font = "font-family:Jost,'Segoe UI',Tahoma,Helvetica,Arial,sans-serif"

/*
 * Mail programs support tables and inline styles best; those that support style sheets show a dark design to readers
 * who prefer it. Nothing is loaded from outside, so reading a mail cannot be tracked.
 */
const darkStyles = `@media (prefers-color-scheme: dark) {
.page { background-color: #15171b !important }
.card { background-color: #20242b !important; border-left-color: #363c46 !important; border-right-color: #363c46 !important; border-bottom-color: #363c46 !important }
.words, .words a { color: #eceef2 !important }
.line { border-bottom-color: #363c46 !important }
.quiet, .quiet a { color: #a9b1bf !important }
}`
const phoneStyles =
  '@media (max-width: 480px) { .inner { padding-left: 20px !important; padding-right: 20px !important } }'

/** The mail as HTML, light and dark. All text is escaped: what people have typed never becomes markup. */
export function renderHtml(content: MailContent, brand: Brand): string {
  const color = escapeHtml(brand.color)
  const startSide = content.direction === 'rtl' ? 'right' : 'left'
  // Repeated inside the page, because mail programs remove its outer elements.
  const languageAttributes = `lang="${escapeHtml(content.language)}" dir="${content.direction}"`
  const paragraph = (text: string) =>
    `<p class="words" style="margin:0 0 16px;color:#1d2129;${font};font-size:16px;line-height:24px">${renderInline(text).replaceAll('\n', '<br>')}</p>`
  const smallPrint = (text: string, html = '') =>
    `<p class="quiet" style="margin:0 0 12px;color:#5c6473;${font};font-size:14px;line-height:20px">${renderInline(text)}${html}</p>`
  return `<!doctype html>
<html ${languageAttributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.title)}</title>
<style>
:root { color-scheme: light dark }
${darkStyles}
${phoneStyles}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f2f3f5">
<div ${languageAttributes} style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
${renderReplyAbove(content)}<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f2f3f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" ${languageAttributes} class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #dfe2e7;border-top:4px solid ${color};border-radius:8px">
<tr><td class="inner" style="padding:24px 32px 0;text-align:${startSide}">${renderLogo(brand)}<p class="words" style="margin:0;color:#1d2129;${font};font-size:18px;font-weight:600;line-height:24px">${escapeHtml(brand.name)}</p></td></tr>
<tr><td class="inner" style="padding:24px 32px 8px;text-align:${startSide}">
<h1 class="words" style="margin:0 0 16px;color:#1d2129;${font};font-size:22px;font-weight:600;line-height:30px">${renderInline(content.title)}</h1>
${paragraph(content.greeting)}
${paragraph(content.text)}
${renderCode(content)}${renderList(content)}${renderButton(content, brand, color)}${smallPrint(content.note)}
${renderLinkHint(content, smallPrint)}
</td></tr>
</table>
<table role="presentation" ${languageAttributes} width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="inner" style="padding:16px 32px;text-align:${startSide}">${smallPrint(content.footer)}${renderFooterLinks(content, smallPrint)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** The name stands beneath it, so it needs no text of its own. */
function renderLogo({ logo }: Brand): string {
  if (!logo) return ''
  return `<img src="cid:${logoId}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:240px;margin:0 0 12px;border:0">`
}

function renderReplyAbove({ replyAbove, language, direction }: MailContent): string {
  if (replyAbove === undefined) return ''
  return `<p lang="${escapeHtml(language)}" dir="${direction}" class="quiet" style="margin:0;padding:12px 16px 0;color:#5c6473;${font};font-size:13px;line-height:18px;text-align:center">${escapeHtml(replyAbove)}</p>
`
}

/** Large, and with digits from left to right in every language. */
function renderCode({ code }: MailContent): string {
  if (code === undefined) return ''
  return `<p class="words" dir="ltr" style="margin:0 0 20px;color:#1d2129;font-family:Menlo,Consolas,'Courier New',monospace;font-size:32px;font-weight:600;letter-spacing:6px;line-height:40px">${escapeHtml(code)}</p>
`
}

/** These colours stand out on a light and on a dark background. */
const severityColours: Readonly<Record<NoticeLine['severity'], string>> = {
  info: '#8a93a3',
  good: '#1f9254',
  warn: '#d97706',
  bad: '#dc3545',
}

/** The notices, a row each; the title links to its document, a mark before it shows how urgent it is. */
function renderList({ list }: MailContent): string {
  if (!list) return ''
  const rows = list.lines.map(
    ({ title, text, link, severity }) =>
      `<tr><td class="line" width="22" valign="top" aria-hidden="true" style="padding:12px 0;border-bottom:1px solid #dfe2e7;color:${severityColours[severity]};${font};font-size:14px;line-height:22px">&#9679;</td><td class="line" style="padding:12px 0;border-bottom:1px solid #dfe2e7"><p class="words" style="margin:0;color:#1d2129;${font};font-size:16px;line-height:22px"><a href="${escapeHtml(link)}" style="color:#1d2129;font-weight:600;text-decoration:underline">${escapeHtml(title)}</a></p>
<p class="quiet" style="margin:2px 0 0;color:#5c6473;${font};font-size:15px;line-height:21px">${renderInline(text)}</p></td></tr>`,
  )
  const moreText = list.more
    ? `<p class="quiet" style="margin:12px 0 0;color:#5c6473;${font};font-size:14px;line-height:20px">${escapeHtml(list.more)}</p>`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('\n')}</table>
${moreText}<div style="height:20px;line-height:20px">&nbsp;</div>
`
}

function renderFooterLinks({ footerLinks }: MailContent, smallPrint: (text: string, more: string) => string): string {
  const links = footerLinks.map(
    ({ action, link }) =>
      `<a href="${escapeHtml(link)}" style="display:inline-block;padding:4px 0;color:#5c6473">${escapeHtml(action)}</a>`,
  )
  return links.length > 0 ? smallPrint('', links.join('<br>')) : ''
}

function renderButton({ button }: MailContent, brand: Brand, color: string): string {
  if (!button) return ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td style="background-color:${color};border-radius:6px"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 24px;color:${readableTextColour(brand.color)};${font};font-size:16px;font-weight:600;line-height:20px;text-align:center;text-decoration:none">${escapeHtml(button.action)}</a></td>
</tr></table>
`
}

function renderLinkHint({ button }: MailContent, smallPrint: (text: string, more: string) => string): string {
  if (button?.hint === undefined) return ''
  const link = escapeHtml(button.link)
  return smallPrint(
    button.hint,
    `<br><a href="${link}" dir="ltr" style="color:#5c6473;word-break:break-all">${link}</a>`,
  )
}
