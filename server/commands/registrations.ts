import { roles } from '#contract/permissions.ts'
import { operator } from '../audit/record.ts'
import { readPortalName } from '../content/brand.ts'
import { approveRegistration, listRegistrationRequests, rejectRegistration } from '../registration/decide-requests.ts'
import { argument, type Command, optionalOption, table } from './command.ts'
import { invitationDeps, roleOf } from './invitations.ts'

export const registrationCommands: readonly Command[] = [
  {
    name: 'registration list',
    summary: 'Lists who asks to be let in, and whether the document that they named is the account’s.',
    run: async (context) => {
      const requests = await listRegistrationRequests({ db: (await context.open()).pools.server })
      if (requests.length === 0) return context.out('Nobody waits for an answer.')
      const rows = requests.map((request) => [
        request.id,
        request.createdAt,
        request.email,
        request.name,
        request.account === null
          ? `no account ${request.customerNumber}`
          : `${request.customerNumber} (${request.account})`,
        request.found.length > 0
          ? `proven by ${request.documentNumber} (${request.found.join(', ')})`
          : `NOT PROVEN: no document ${request.documentNumber}`,
      ])
      // Strangers typed this text: control characters must not move the cursor.
      for (const line of table(rows)) context.out(line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}'))
    },
  },
  {
    name: 'registration approve',
    summary: 'Lets somebody in: mails an invitation into the account that they named, or into another.',
    arguments: ['ID'],
    options: { account: { type: 'string' }, role: { type: 'string', default: 'viewer' } },
    help: {
      account: 'Another account’s number than they gave.',
      role: `${Object.keys(roles).join(', ')}; viewer unless given.`,
    },
    run: async (context, args) => {
      const email = await approveRegistration(await invitationDeps(context), {
        id: argument(args, 0),
        account: optionalOption(args, 'account'),
        role: roleOf(args),
        by: {
          ...operator,
          name: await readPortalName((await context.open()).pools.server, context.config.BRAND_NAME),
        },
      })
      context.out(`The invitation leaves for ${email} as soon as the portal runs.`)
    },
  },
  {
    name: 'registration reject',
    summary: 'Turns somebody down; nothing is sent to them.',
    arguments: ['ID'],
    run: async (context, args) => {
      const email = await rejectRegistration(await invitationDeps(context), argument(args, 0), operator)
      context.out(`The request of ${email} is turned down.`)
    },
  },
]
