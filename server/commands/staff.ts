import { isStaffRole, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import { demoStaff } from '#database/seed/people.ts'
import { withTransaction } from '#database/transaction.ts'
import { commandLine } from '../audit/record.ts'
import { codeNow } from '../auth/factors/totp.ts'
import { changeStaff, listStaff, type StaffChange } from '../auth/staff/administration.ts'
import { inviteStaff } from '../auth/staff/invitations.ts'
import { findStaff } from '../auth/staff/queries.ts'
import { tokenKeys } from '../auth/tokens/token-keys.ts'
import { normaliseEmail } from '../auth/users/email.ts'
import { whyNoDemo } from '../config.ts'
import { readPortalName } from '../content/brand.ts'
import { createOutbox } from '../mail/outbox.ts'
import { argument, type Command, type Context, Failed, requiredOption, table, UsageError } from './command.ts'
import { isDemo } from './seed.ts'

const depsOf = async ({ open, clock, newId, random }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
})

function staffRoleIn(role: string): StaffRole {
  if (!isStaffRole(role))
    throw new UsageError(`There is no role "${role}": choose ${Object.keys(staffRoles).join(', ')}.`)
  return role
}

async function changeByEmail(context: Context, typed: string, change: StaffChange): Promise<void> {
  const email = normaliseEmail(typed)
  const deps = await depsOf(context)
  if (email === demoStaff.email && change.disabled === false) {
    const notDemo = (await isDemo(deps.db)) ? undefined : 'this database is not the demo’s'
    const reason = whyNoDemo(context.config) ?? notDemo
    if (reason !== undefined)
      throw new Failed(`${email} belongs to the demo: everybody knows the password, and ${reason}.`)
  }
  const member = await findStaff(deps.db, email)
  if (!member) throw new Failed(`There is nobody with the e-mail "${typed}" among the staff.`)
  await changeStaff(deps, member.id, change, { staffId: null, caller: commandLine })
}

/** Manages the people who work in the console. */
export const staffCommands: readonly Command[] = [
  {
    name: 'staff list',
    summary: 'Lists who works in the console: role, when they last called, which accounts are theirs.',
    run: async (context) => {
      const { staff, invited } = await listStaff(await depsOf(context))
      const rows = staff.map(({ email, name, role, disabled, lastSeen, accounts }) => [
        ...[email, name, role, disabled ? 'disabled' : (lastSeen ?? 'not lately'), accounts.join(',')],
      ])
      for (const line of table(rows)) context.out(line)
      for (const { email, role, until } of invited) context.out(`${email}  invited as ${role} until ${until}`)
      if (rows.length + invited.length === 0) context.out('Nobody.')
    },
  },
  {
    name: 'staff invite',
    summary:
      'Mails somebody a link to join the staff, once, for 7 days, and prints it; a member sets a new password and app with it.',
    arguments: ['EMAIL'],
    options: { role: { type: 'string' } },
    help: { role: `${Object.keys(staffRoles).join(', ')}.` },
    run: async (context, args) => {
      const role = staffRoleIn(requiredOption(args, 'role'))
      const email = argument(args, 0)
      const { clock, newId, random, config } = context
      const { db } = await depsOf(context)
      // The database is opened first: that may make the secret which encrypts the mail.
      const secrets = context.secrets()
      const mail = createOutbox({ clock, newId, random, secrets })
      const deps = { clock, newId, random, mail, keys: tokenKeys(secrets) }
      const by = { id: null, name: await readPortalName(db, config.BRAND_NAME) }
      const path = await withTransaction(db, (client) =>
        inviteStaff(deps, client, { email, role, by, caller: commandLine }),
      )
      const address = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
      context.out(`The invitation leaves for ${email} as soon as the portal runs. The same link: ${address}${path}`)
    },
  },
  {
    name: 'staff role',
    summary: 'Gives a member of staff another role.',
    arguments: ['EMAIL', 'ROLE'],
    run: async (context, args) => {
      const role = staffRoleIn(argument(args, 1))
      await changeByEmail(context, argument(args, 0), { role })
      context.out(`${argument(args, 0)} is ${role} now.`)
    },
  },
  {
    name: 'staff accounts',
    summary:
      'Says which accounts are those of a member of staff, in place of those before; a salesperson sees no others.',
    arguments: ['EMAIL', 'ACCOUNT…'],
    run: async (context, args) => {
      const [email = '', ...accounts] = args.positionals
      await changeByEmail(context, email, { accounts })
      context.out(`${email} looks after ${accounts.join(', ')}.`)
    },
  },
  {
    name: 'staff disable',
    summary: 'Keeps a member of staff out of the console, at once.',
    arguments: ['EMAIL'],
    run: async (context, args) => {
      await changeByEmail(context, argument(args, 0), { disabled: true })
      context.out(`${argument(args, 0)} can no longer sign in; their sessions have ended.`)
    },
  },
  {
    name: 'staff enable',
    summary: 'Lets a disabled member of staff sign in again.',
    arguments: ['EMAIL'],
    run: async (context, args) => {
      await changeByEmail(context, argument(args, 0), { disabled: false })
      context.out(`${argument(args, 0)} can sign in again.`)
    },
  },
  {
    name: 'staff code',
    summary: 'Gives the code of the moment for the demo’s sign-in to the console; there is none for anybody else’s.',
    run: async ({ clock, out }) => out(codeNow(demoStaff.appKey, clock())),
  },
]
