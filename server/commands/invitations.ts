import { isRole, type Role, roles } from '#contract/permissions.ts'
import { parseEmail } from '../auth/users/email.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { InviteDeps } from '../registration/invite.ts'
import { type Context, type ParsedArguments, requiredOption, UsageError } from './command.ts'

/** What an invitation from the command line needs; its mail waits in the outbox for a running portal. */
export async function invitationDeps({ open, clock, newId, random, secrets }: Context): Promise<InviteDeps> {
  const { pools } = await open()
  const mail = createOutbox({ clock, newId, random, secrets: secrets() })
  return { db: pools.server, clock, newId, random, mail, checkEmail: parseEmail }
}

/** The value of --role. Throws UsageError for an unknown role. */
export function roleOf(args: ParsedArguments): Role {
  const role = requiredOption(args, 'role')
  if (!isRole(role)) throw new UsageError(`There is no role "${role}": choose ${Object.keys(roles).join(', ')}.`)
  return role
}
