import { roles } from '../../contract/permissions.ts'
import { commandLine } from '../audit/record.ts'
import { addUser, disableUser, enableUser, signOutUser } from '../auth/users.ts'
import { inviteByNumber } from '../registration/invite.ts'
import { argument, type Command, type Context, needed, optional, UsageError } from './command.ts'
import { invitingDeps, roleOf } from './inviting.ts'

const depsOf = async ({ open, clock, newId, random, config }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
  policy: { minimum: config.PASSWORD_MINIMUM, words: [config.BRAND_NAME] },
})

/** One line from standard input; a password on the command line would stand in the history of the shell. */
async function passwordFrom(context: Context): Promise<string> {
  if (context.interactive) context.progress('Password (it is shown while you type; end with Ctrl-D):')
  const password = (await context.input()).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(password)) throw new UsageError('The password on standard input must be one line.')
  return password
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
    run: async (context, given) => {
      const email = needed(given, 'email')
      const account = needed(given, 'account')
      const role = roleOf(given)
      const password = given.values['password-stdin'] ? await passwordFrom(context) : undefined
      const who = { email, account, role, name: optional(given, 'name') ?? email }
      const added = await addUser(await depsOf(context), password === undefined ? who : { ...who, password })
      const person = added.user === 'created' ? `${email} can sign in now` : `${email} was known already`
      const place = { created: `and is ${role} of ${account}`, changed: `and is now ${role} of ${account}` }
      context.out(
        `${person} ${added.membership === 'unchanged' ? `and stays ${role} of ${account}` : place[added.membership]}.`,
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
    run: async (context, given) => {
      const email = needed(given, 'email')
      const account = needed(given, 'account')
      const name = optional(given, 'name')
      const by = { id: null, name: context.config.BRAND_NAME }
      const wanted = { email, account, role: roleOf(given), by, caller: commandLine }
      await inviteByNumber(await invitingDeps(context), name === undefined ? wanted : { ...wanted, name })
      context.out(`The invitation to ${account} leaves for ${email} as soon as the portal runs.`)
    },
  },
  {
    name: 'user sign-out',
    summary: 'Ends all sessions of a person; they can sign in again.',
    arguments: ['EMAIL'],
    run: async (context, given) => {
      const ended = await signOutUser(await depsOf(context), argument(given, 0))
      context.out(
        `${argument(given, 0)} is signed out everywhere: ${ended === 1 ? '1 session' : `${ended} sessions`} ended.`,
      )
    },
  },
  {
    name: 'user disable',
    summary: 'Keeps a person from signing in and ends their sessions.',
    arguments: ['EMAIL'],
    run: async (context, given) => {
      await disableUser(await depsOf(context), argument(given, 0))
      context.out(`${argument(given, 0)} can no longer sign in; their sessions have ended.`)
    },
  },
  {
    name: 'user enable',
    summary: 'Lets a disabled person sign in again.',
    arguments: ['EMAIL'],
    run: async (context, given) => {
      await enableUser(await depsOf(context), argument(given, 0))
      context.out(`${argument(given, 0)} can sign in again.`)
    },
  },
]
