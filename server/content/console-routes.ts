import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/console/content.ts'
import type { Staff } from '#contract/console/staff.ts'
import { translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { type MailKind, mailKinds } from '#contract/mail.ts'
import { withTransaction } from '#database/transaction.ts'
import { record } from '../audit/record.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf, languageOf } from '../http/caller.ts'
import { signedInStaffRoute, staffRoute } from '../http/register.ts'
import type { Act, ContentDeps } from './acts.ts'
import { exampleMail } from './mail-examples.ts'
import { endAnnouncementNow, listAnnouncementsForStaff, saveAnnouncement } from './save-announcement.ts'
import {
  checkSeller,
  restoreSellerAsStaff,
  saveLinksAsStaff,
  saveSellerAsStaff,
  showLinksToStaff,
  showSellerToStaff,
} from './supplier.ts'
import { listTextsForStaff, saveTextAsStaff, showTextToStaff } from './texts.ts'

const actOf = (staff: Staff, request: FastifyRequest): Act => ({ staff, caller: callerOf(request) })
const saved = () => ({ message: translatable('content.saved') })

/** The routes by which staff publish: announcements, texts, the supplier's data, links; and see the mails as they look. */
export function contentRoutes(app: FastifyInstance, deps: ContentDeps): void {
  const { sources } = deps
  staffRoute(app, contract.listAllAnnouncements, async () => ({ announcements: await listAnnouncementsForStaff(deps) }))
  staffRoute(app, contract.addAnnouncement, async ({ staff, body: { id, ...body }, request }) => {
    await saveAnnouncement(deps, { id: id ?? deps.newId(), isNew: true }, body, actOf(staff, request))
    return saved()
  })
  staffRoute(app, contract.changeAnnouncement, async ({ staff, params: { id }, body, request }) => {
    await saveAnnouncement(deps, { id, isNew: false }, body, actOf(staff, request))
    return saved()
  })
  staffRoute(app, contract.endAnnouncement, async ({ staff, params: { id }, request }) => {
    await endAnnouncementNow(deps, id, actOf(staff, request))
    return { message: translatable('content.announcement.ended') }
  })

  staffRoute(app, contract.listTexts, async ({ request }) => ({
    texts: await listTextsForStaff(deps, languageOf(request)),
  }))
  staffRoute(app, contract.showText, ({ params }) => showTextToStaff(deps, params))
  staffRoute(app, contract.saveText, async ({ staff, params, body: { content }, request }) => {
    await saveTextAsStaff(deps, params, content, actOf(staff, request))
    return saved()
  })
  staffRoute(app, contract.previewText, async ({ body: { content } }) => ({ blocks: sources.toBlocks(content) }))

  staffRoute(app, contract.showSeller, () => showSellerToStaff(deps))
  staffRoute(app, contract.saveSeller, async ({ staff, body, request }) => {
    await saveSellerAsStaff(deps, body, actOf(staff, request))
    return saved()
  })
  staffRoute(app, contract.restoreSeller, async ({ staff, body: { id }, request }) => {
    await restoreSellerAsStaff(deps, id, actOf(staff, request))
    return saved()
  })
  staffRoute(app, contract.previewPaper, async ({ body: { kind, language, ...content }, reply }) => {
    await checkSeller(sources, content)
    const pdf = await sources.print(kind, content, language)
    return reply.headers(attachmentHeaders('preview.pdf', 'application/pdf', 'inline')).send(pdf)
  })
  staffRoute(app, contract.showLinks, () => showLinksToStaff(deps))
  staffRoute(app, contract.saveLinks, async ({ staff, body: { links }, request }) => {
    await saveLinksAsStaff(deps, links, actOf(staff, request))
    return saved()
  })

  staffRoute(app, contract.listMails, async ({ request }) => ({
    mails: mailKinds.map((kind) => ({
      kind,
      subject: sources.compose(exampleMail(kind, deps.clock()), languageOf(request)).subject,
    })),
  }))
  const composeFor = (kind: MailKind, language: Language) => sources.compose(exampleMail(kind, deps.clock()), language)
  staffRoute(app, contract.previewMail, async ({ params: { kind }, query, request }) => {
    const { subject, text } = composeFor(kind, query.language ?? languageOf(request))
    return { subject, text }
  })
  staffRoute(app, contract.showMailPage, async ({ params: { kind }, query, request, reply }) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        // A page of its own that runs nothing and reaches nothing: its styles are in it, as mail programs need them.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
        'cache-control': 'private, no-store',
      })
      .send(composeFor(kind, query.language ?? languageOf(request)).html),
  )
  signedInStaffRoute(
    app,
    contract.sendExampleMail,
    async ({ staff, params: { kind }, body: { language }, request }) => {
      const { email, name } = staff
      await withTransaction(deps.db, async (db) => {
        await deps.mail.send(db, { ...exampleMail(kind, deps.clock()), to: { email, name }, language })
        await record(deps, db, {
          action: 'example_mail_sent',
          ...{ caller: callerOf(request), staffId: staff.staffId },
          details: { kind, language },
        })
      })
      return { message: translatable('system.mail.test', { email }) }
    },
  )
}
