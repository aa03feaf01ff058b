import { automaticSubjects } from './phrases.ts'

/** The value of a header field of a mail, the topmost first. */
export type HeaderValues = (name: string) => readonly string[]

/** What a program has sent by itself: an answer to any mail, a report about one that did not arrive, a circular. */
export type Automatic = 'bounce' | 'auto-reply' | 'bulk'

/** Whether nobody has written a mail by hand; an answer to it could begin a loop. */
export function automaticKind(header: HeaderValues, mail: { from: string; subject: string }): Automatic | undefined {
  const [first = ''] = header('content-type')
  const isReport = /^multipart\/report\b/i.test(first.trim()) || header('x-failed-recipients').length > 0
  const isReturned = header('return-path').some((value) => value.trim() === '<>')
  if (isReport || isReturned || /^(mailer-daemon|postmaster)@/i.test(mail.from)) return 'bounce'
  if (header('auto-submitted').some((value) => !/^\s*no\b/i.test(value))) return 'auto-reply'
  if (header('x-auto-response-suppress').some((value) => /\b(all|oof|autoreply)\b/i.test(value))) return 'auto-reply'
  if (autoReplyFields.some((name) => header(name).length > 0)) return 'auto-reply'
  const precedence = header('precedence')[0]?.trim().toLowerCase()
  if (precedence === 'auto_reply') return 'auto-reply'
  const subject = mail.subject.trim().toLowerCase()
  if (automaticSubjects.some((words) => subject.startsWith(words))) return 'auto-reply'
  const isBulk = ['bulk', 'junk', 'list'].includes(precedence ?? '') || header('list-id').length > 0
  return isBulk || header('list-unsubscribe').length > 0 ? 'bulk' : undefined
}

const autoReplyFields = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply', 'x-loop']
