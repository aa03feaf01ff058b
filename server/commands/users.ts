import { roles } from '#contract/permissions.ts'
import { commandLine } from '../audit/record.ts'
import { addUser, changeEmail, disableUser, enableUser, signOutUser } from '../auth/administration/users.ts'
import { whyNoDemo } from '../config.ts'
import { readPortalName } from '../content/brand.ts'
import { erasePerson } from '../profile/deletion.ts'
import { selectDeletionRequests } from '../profile/person-queries.ts'
import { inviteByNumber } from '../registration/invite.ts'
import { argument, type Command, type Context, Failed, optionalOption, requiredOption, UsageError } from './command.ts'
import { isDemoPerson } from './demo.ts'
import { invitationDeps, roleOf } from './invitations.ts'
import { passwordPolicyOf } from './settings/password-policy.ts'

const depsOf = async ({ open, clock, newId, random, config }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
  policy: passwordPolicyOf(config),
})

/** One line from standard input; a password on the command line would stay in the shell's history. */
async function passwordFrom(context: Context): Promise<string> {
  if (context.interactive) context.progress('Password (it is shown while you type; end with Ctrl-D):')
  const password = (await context.input()).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(password)) throw new UsageError('The password on standard input must be one line.')
  return password
}

function refusePublishedPassword({ config }: Context, email: string): void {
  const reason = isDemoPerson(email) ? whyNoDemo(config) : undefined
  if (reason === undefined) return
  throw new Failed(
    `${email} belongs to the demo: everybody knows the password, and ${reason}. Add a person of your own.`,
  )
}

export const userCommands: readonly Command[] = [
  {
    name: 'user add',
    summary: 'Makes a person a member of an account, or changes their role in it.',
    options: {
      email: { type: 'string' },
      account: { type: 'string' },
      role: { type: 'string', default: 'viewer' },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
    help: {
      email: 'Whom.',
      account: 'The account’s number in the ERP.',
      role: `${Object.keys(roles).join(', ')}; viewer unless given.`,
      name: 'The person’s name; the e-mail unless given.',
      'password-stdin': 'Reads the first password from standard input. A person who is known already keeps theirs.',
    },
    run: async (context, args) => {
      const email = requiredOption(args, 'email')
      const account = requiredOption(args, 'account')
      const role = roleOf(args)
      const password = args.values['password-stdin'] ? await passwordFrom(context) : undefined
      const member = { email, account, role, name: optionalOption(args, 'name') ?? email }
      const added = await addUser(await depsOf(context), password === undefined ? member : { ...member, password })
      const person = added.user === 'created' ? `${email} can sign in now` : `${email} was known already`
      const membershipText = { created: `and is ${role} of ${account}`, changed: `and is now ${role} of ${account}` }
      context.out(
        `${person} ${added.membership === 'unchanged' ? `and stays ${role} of ${account}` : membershipText[added.membership]}.`,
      )
    },
  },
  {
    name: 'user invite',
    summary: 'Mails a person a link to become a member of an account; it works once, for 7 days.',
    options: {
      email: { type: 'string' },
      account: { type: 'string' },
      role: { type: 'string', default: 'viewer' },
      name: { type: 'string' },
    },
    help: {
      email: 'Whom.',
      account: 'The account’s number in the ERP.',
      role: `${Object.keys(roles).join(', ')}; viewer unless given.`,
      name: 'The person’s name, if it is known; they may change it.',
    },
    run: async (context, args) => {
      const email = requiredOption(args, 'email')
      const account = requiredOption(args, 'account')
      const name = optionalOption(args, 'name')
      const { server: db } = (await context.open()).pools
      const by = { id: null, name: await readPortalName(db, context.config.BRAND_NAME) }
      const invitation = { email, account, role: roleOf(args), by, caller: commandLine }
      await inviteByNumber(await invitationDeps(context), name === undefined ? invitation : { ...invitation, name })
      context.out(`The invitation to ${account} leaves for ${email} as soon as the portal runs.`)
    },
  },
  {
    name: 'user email',
    summary:
      'Changes the e-mail by which a person signs in and to which mails go; mails that were refused before are sent again.',
    arguments: ['EMAIL', 'NEW'],
    run: async (context, args) => {
      const [email, newEmail] = [argument(args, 0), argument(args, 1)]
      await changeEmail(await depsOf(context), email, newEmail)
      context.out(`${email} signs in as ${newEmail} now, and gets mails there.`)
    },
  },
  {
    name: 'user sign-out',
    summary: 'Ends all sessions of a person; they can sign in again.',
    arguments: ['EMAIL'],
    run: async (context, args) => {
      const ended = await signOutUser(await depsOf(context), argument(args, 0))
      context.out(
        `${argument(args, 0)} is signed out everywhere: ${ended === 1 ? '1 session' : `${ended} sessions`} ended.`,
      )
    },
  },
  {
    name: 'user disable',
    summary: 'Keeps a person from signing in and ends their sessions.',
    arguments: ['EMAIL'],
    run: async (context, args) => {
      await disableUser(await depsOf(context), argument(args, 0))
      context.out(`${argument(args, 0)} can no longer sign in; their sessions have ended.`)
    },
  },
  {
    name: 'user enable',
    summary: 'Lets a disabled person sign in again.',
    arguments: ['EMAIL'],
    run: async (context, args) => {
      refusePublishedPassword(context, argument(args, 0))
      await enableUser(await depsOf(context), argument(args, 0))
      context.out(`${argument(args, 0)} can sign in again.`)
    },
  },
  {
    name: 'user deletions',
    summary: 'Lists who has asked to be deleted, who waits longest first.',
    run: async (context) => {
      const waiting = await selectDeletionRequests((await depsOf(context)).db)
      for (const { email, name, askedAt, note } of waiting)
        context.out(`${askedAt}  ${email}  ${name}${note === null ? '' : `  ${note.replaceAll(/\s+/g, ' ')}`}`)
      if (waiting.length === 0) context.out('Nobody.')
    },
  },
  {
    name: 'user erase',
    summary: 'Deletes a person for good: sign-in, lists, picture, mails. Documents and requests stay with the company.',
    arguments: ['EMAIL'],
    options: { yes: { type: 'boolean', default: false } },
    help: { yes: 'That it is meant: nothing brings the person back.' },
    run: async (context, args) => {
      const email = argument(args, 0)
      if (!args.values.yes) throw new UsageError(`Nothing brings ${email} back: say --yes if it is meant.`)
      const deps = await depsOf(context)
      // Disabling signs them out everywhere before anything is deleted.
      await disableUser(deps, email)
      await erasePerson(deps, email)
      context.out(`${email} is deleted. What they did in their company's name stays, without a sign-in.`)
    },
  },
]
