import type { Staff } from '#contract/console/staff.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Caller } from '../audit/record.ts'
import type { CustomerDeps } from './acts.ts'
import { actorOf } from './change.ts'
import { requireCustomer } from './show.ts'

type Named = { id: string; type: DocumentType; number: string; isCreditNote?: boolean | undefined; caller: Caller }

/** Takes a document from a customer. Throws not_found for one that they do not have. */
export async function withdrawAsStaff(deps: CustomerDeps, staff: Staff, named: Named): Promise<string> {
  const document = await documentOf(deps, staff, named)
  await naming(document.number, () => deps.acts.withdrawDocument(document, actorOf(staff, named.caller)))
  return document.number
}

/** Moves a document of a customer to another. Throws not_found, and conflict when the other has it already. */
export async function moveAsStaff(deps: CustomerDeps, staff: Staff, named: Named & { to: string }): Promise<string> {
  const document = await documentOf(deps, staff, named)
  const to = named.to.trim()
  await naming(document.number, () => deps.acts.moveDocument({ ...document, to }, actorOf(staff, named.caller)), to)
  return document.number
}

async function documentOf(deps: CustomerDeps, staff: Staff, { id, type, number, isCreditNote = false }: Named) {
  const { number: account } = await requireCustomer(deps, staff, id)
  return { account, type, number: number.trim(), isCreditNote }
}

/** Says in the reader's language what the act says in English, with the field that it is about. */
async function naming(number: string, act: () => Promise<unknown>, to?: string): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const isAboutTarget = to !== undefined && error.message.includes(`"${to}"`)
    const message =
      error.code === 'conflict'
        ? translatable(to === undefined ? 'customerDocument.kept' : 'customerDocument.there', { number })
        : translatable(isAboutTarget ? 'registration.noAccount' : 'customerDocument.none', {
            number: isAboutTarget ? to : number,
          })
    throw new PortalError(error.code, message, {
      cause: error,
      errors: [{ field: isAboutTarget ? 'to' : 'number', message }],
    })
  }
}
