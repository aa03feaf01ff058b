import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/answer-templates.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import type { ContentDeps } from './acts.ts'
import {
  addTemplateAsStaff,
  changeTemplateAsStaff,
  deleteTemplateAsStaff,
  listVersionsOfTemplate,
  savedTemplates,
} from './answer-templates.ts'

/** The routes by which staff keep texts ready for answers. */
export function templateRoutes(app: FastifyInstance, deps: ContentDeps): void {
  staffRoute(app, contract.listAnswerTemplates, async () => ({ templates: savedTemplates(deps.published) }))
  staffRoute(app, contract.listTemplateVersions, ({ params: { id } }) => listVersionsOfTemplate(deps, id))
  staffRoute(app, contract.addAnswerTemplate, async ({ staff, body: { id: chosenId, ...body }, request }) => {
    const id = await addTemplateAsStaff(deps, chosenId, body, { staff, caller: callerOf(request) })
    return { message: translatable('content.template.saved'), id }
  })
  staffRoute(app, contract.changeAnswerTemplate, async ({ staff, params: { id }, body, request }) => {
    await changeTemplateAsStaff(deps, id, body, { staff, caller: callerOf(request) })
    return { message: translatable('content.template.saved') }
  })
  staffRoute(app, contract.deleteAnswerTemplate, async ({ staff, params: { id }, request }) => {
    await deleteTemplateAsStaff(deps, id, { staff, caller: callerOf(request) })
    return { message: translatable('content.template.deleted') }
  })
}
