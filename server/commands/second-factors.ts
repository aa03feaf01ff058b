import { requireSecondFactor, resetSecondFactors } from '../auth/administration/second-factors.ts'
import { createOutbox } from '../mail/outbox.ts'
import { argument, type Command, type Context, UsageError } from './command.ts'

const depsOf = async ({ open, clock, newId, random }: Context) => ({
  db: (await open()).pools.server,
  clock,
  newId,
  random,
})

export const requireSecondFactorCommand: Command = {
  name: 'account require-second-factor',
  summary: 'Has an account ask its members for a second factor (on), or no longer (off).',
  arguments: ['ACCOUNT', 'on|off'],
  run: async (context, args) => {
    const [account, setting] = [argument(args, 0), argument(args, 1)]
    if (setting !== 'on' && setting !== 'off') throw new UsageError(`Say on or off, not "${setting}".`)
    const ended = await requireSecondFactor(await depsOf(context), account, setting === 'on')
    const signedOut = ended === 1 ? '1 session without one has ended' : `${ended} sessions without one have ended`
    context.out(
      setting === 'on'
        ? `${account} asks its members for a second factor; ${signedOut}.`
        : `${account} no longer asks its members for a second factor.`,
    )
  },
}

export const resetSecondFactorsCommand: Command = {
  name: 'user reset-second-factor',
  summary: 'Takes the second factors of a person who has lost them; they hear of it by mail.',
  arguments: ['EMAIL'],
  run: async (context, args) => {
    const { clock, newId, random, secrets } = context
    // The database is opened first: that may make the secret which encrypts the mail.
    const deps = await depsOf(context)
    const mail = createOutbox({ clock, newId, random, secrets: secrets() })
    await resetSecondFactors({ ...deps, mail }, argument(args, 0))
    context.out(`${argument(args, 0)} has no second factor any more. Be sure that it was they who asked.`)
  },
}
